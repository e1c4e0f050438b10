-- Files and commands of the shell for ./run mutants. A command's time is that of the processor: the
-- machine may be busy with other things.
local shell = { work = "build/mutants" }

function shell.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

function shell.write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

function shell.lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

-- A number that changes when a file does that a command of find lists.
function shell.fingerprint(files)
  local line = shell.lines_of(("find %s -type f | sort | xargs cat | cksum"):format(files))[1]
  return line:match "^%d+"
end

-- Runs a command, its output in a log, each of its processes for at most `limit` seconds of the
-- processor's time and in 4 GB. Returns whether it succeeded, and the processor's seconds.
function shell.run(command, limit)
  limit = math.ceil(limit)
  local line = ([[ulimit -v 4000000; ulimit -f 400000; ulimit -t %d
    timeout -k 1 %d sh -c '%s' >%s/log 2>&1; echo $?; times]])
    :format(limit, 20 * limit + 60, command:gsub("'", "'\\''"), shell.work)
  local output = shell.lines_of(line)
  local seconds = 0
  for minutes, rest in output[3]:gmatch "(%d+)m([%d.]+)s" do
    seconds = seconds + 60 * minutes + rest
  end
  return output[1] == "0", seconds
end

function shell.must(command, limit)
  assert(shell.run(command, limit or 3600), command .. " failed; see " .. shell.work .. "/log")
end

return shell
