-- The sites at which ./run mutants changes a C source: on a sample of all that a source of the core
-- contains, exactly the operators, constants, conditions and statements that are meant, and nothing
-- in comments, texts, preprocessor lines, assertions, declarations and the heads of counting loops.
local sites = require "tests.mutants.sites"

local sample = [[
// a < b
#define TWICE(x) \
    ((x) + (x))
enum { ROOM = 1 };
typedef struct pair {
    int a[1];
} pair;

static int less(const pair *p, int n) {
    const char *text = "a + b"; /* 1 - 1 */
    pair zero = {0};
    assert(n > 0 && p != NULL);
    for (int i = 0; i < n; i++)
        sum += p[i].a * -x;
    if (n >= 1 && !text)
        return fmin(zero.a, 2);
    use(p);
    return n == 7 ? 10 : n - 3;
}
]]

local function changes(source, names)
  local list = {}
  for _, site in ipairs(sites.of(source, function(name) return names and names[name] end)) do
    local line = select(2, source:sub(1, site.at):gsub("\n", "")) + 1
    local from = source:sub(site.at, site.stop):gsub("%s+", " ")
    list[#list + 1] = ("%d: %s -> %s"):format(line, from, site.by)
  end
  table.sort(list)
  return list
end

describe("the sites of mutants", function()
  it("are those that are meant", function()
    assert.same({
      "14: * -> /",
      "14: += -> -=",
      "14: sum += p[i].a * -x; -> ;",
      "15: && -> ||",
      "15: (n >= 1 && !text) -> (!(n >= 1 && !text))",
      "15: 1 -> 0",
      "15: >= -> >",
      "16: fmin -> fmax",
      "17: use(p); -> ;",
      "18: - -> +",
      "18: == -> !=",
    }, changes(sample))
  end)

  it("exchange min and max in names only where both exist", function()
    local source = "int f(void) {\n    return cd_min(a, b);\n}\n"
    assert.same({}, changes(source))
    assert.same({ "2: cd_min -> cd_max" }, changes(source, { cd_max = true }))
  end)
end)
