-- Each scenario says in both languages, in a few sentences, what one sees and what its keys do:
-- each key that it reads, and no other.
-- The paths of the scenarios.
local function paths()
    local list, found = assert(io.popen "ls scripts/*.lua"), {}
    for path in list:lines() do found[#found + 1] = path end
    list:close()
    return found
end

-- An input that notes in `read` what a scenario asks of it, and answers at random.
local function spy(read)
    local function chance() return math.random() < 0.1 end
    local function note(prefix)
        return function(name)
            read[prefix .. (name or "left")] = true
            return chance()
        end
    end
    local function axis(negative, positive)
        read[negative], read[positive] = true, true
        return math.random(-1, 1)
    end
    local mouse = setmetatable({ down = note "mouse ", pressed = note "mouse ",
        released = note "mouse " }, { __index = function(_, name)
        read[name == "wheel" and "wheel" or "mouse"] = true
        if name == "moved" or name == "inside" then return chance() end
        return 10 * math.random() - 5
    end })
    local pad = { connected = true, down = note "pad ", pressed = note "pad ",
        released = note "pad ", axis = function(name)
            read["pad " .. name] = true
            return 0
        end }
    return { down = note "", pressed = note "", released = note "", axis = axis, text = "",
        mouse = mouse, pad = pad }
end

-- What the scenario of a file reads within some frames.
local function keys_read(path, frames)
    local definition, p, read = dofile(path), {}, {}
    for name, value in pairs(definition.params or {}) do
        p[name] = type(value) == "table" and value[1] or value
    end
    p.count = p.count and math.min(p.count, 200) -- of the swarm
    local s, input = definition.load and definition.load(p) or {}, spy(read)
    for _ = 1, frames do definition.update(s, definition.dt or 1 / 60, p, input) end
    return read, definition
end

describe("the scenarios of scripts/", function()
    local package_path = package.path
    setup(function() package.path = "scripts/?.lua;" .. package_path end)
    teardown(function() package.path = package_path end)

    for _, path in ipairs(paths()) do
        it(path .. " says what it is about, and what its keys do", function()
            math.randomseed(7)
            local read, definition = keys_read(path, 60)
            assert.is_table(definition.about, "about")
            for language, least in pairs { en = 80, ja = 40 } do
                local text = assert.is_string(definition.about[language]) and
                    definition.about[language]
                assert.is_true(utf8.len(text) >= least and utf8.len(text) <= 300, language)
                local _, sentences = text:gsub(language == "en" and "[.?!]%f[%s\0]" or "。", "")
                assert.is_true(sentences >= 1 and sentences <= 4, language .. " " .. sentences)
            end
            local controls = definition.controls or {}
            for key in pairs(read) do
                assert.is_table(controls[key], "controls lack '" .. key .. "'")
            end
            for key, words in pairs(controls) do
                assert.is_true(read[key], "the script does not read '" .. key .. "'")
                assert.is_true(#words.en > 3 and #words.ja > 3, key)
            end
        end)
    end

    it("number two dozen", function() assert.is_true(#paths() >= 24) end)
end)
