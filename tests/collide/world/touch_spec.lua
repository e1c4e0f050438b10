-- Touches of what nothing moves but itself or a script, and of what is removed; and presses.
local collide = require "collide"
local vec = collide.vec

local DT = 1 / 60

-- The events of a step of these kinds, as words: "begin hero coin".
local function said(world, kinds)
  local list = {}
  for event in world:events() do
    if kinds[event.kind] then
      list[#list + 1] = ("%s %s %s"):format(event.kind, event.a.world and event.a.data or "removed",
        event.b.world and event.b.data or "removed")
    end
  end
  return list
end
local touches = { begin = true, ["end"] = true }

-- The ways that a body of infinite mass has. (To move_and_slide, what is no sensor is in the way.)
local ways = {
  position = function(_, hero, d) hero.position = hero.position + d end,
  move_to = function(_, hero, d) hero:move_to(hero.position + d) end,
  move_and_slide = function(world, hero, d) world:move_and_slide(hero, d) end,
  shape = function(_, hero, d) hero.shape = hero.shape:moved(d) end,
  velocity = function(_, hero, d) hero.velocity = d / DT end,
}

-- Moves a hero over a coin; returns all events.
local function pass_over(way, dim, order, response, mover_is_sensor)
  local at, step = vec(-3.01, 0), vec(0.5, 0)
  if dim == 3 then at, step = vec(-3.01, 0, 0), vec(0.5, 0, 0) end
  local world, hero = collide.world { dim = dim }, nil
  for i = 1, 2 do
    if i == order then
      hero = world:add(collide.sphere(at, 0.5),
        { data = "hero", response = mover_is_sensor and "pass" or response })
    else
      world:add(collide.sphere(at * 0, 0.5),
        { data = "coin", response = mover_is_sensor and response or "pass" })
    end
  end
  local all = {}
  for _ = 1, 14 do
    ways[way](world, hero, step)
    world:step(DT)
    for _, word in ipairs(said(world, touches)) do all[#all + 1] = word end
  end
  return all
end

describe("a sensor", function()
  for way in pairs(ways) do
    it("tells of a body of infinite mass that passes it by its " .. way, function()
      for dim = 2, 3 do
        for order = 1, 2 do
          for _, is_sensor in ipairs(way == "move_and_slide" and { false } or { false, true }) do
            assert.same({ "begin hero coin", "end hero coin" },
              pass_over(way, dim, order, "slide", is_sensor), dim .. " " .. order)
          end
        end
      end
    end)
  end

  it("tells of a lift that passes it within one step", function()
    local world = collide.world { dim = 2 }
    world:add(collide.circle({ 0, 0 }, 0.5), { data = "coin", response = "pass" })
    world:add(collide.aabb({ -4, -0.5 }, { -3, 0.5 }), { data = "lift", velocity = vec(1000, 0) })
    world:step(DT)
    assert.same({ "begin lift coin", "end lift coin" }, said(world, touches))
    for event in world:events() do
      if event.kind == "begin" then assert.near(0.0025, event.t, 1e-12) end
    end
  end)

  it("says nothing of what stands where it is put", function()
    local world = collide.world { dim = 2 }
    for i = 1, 9 do world:add(collide.aabb({ i, 0 }, { i + 1, 1 })) end
    world:add(collide.circle({ 5, 1 }, 1), { response = "pass" })
    for _ = 1, 3 do
      world:step(DT)
      assert.same({}, said(world, touches))
    end
  end)
end)

describe("a touch of two of infinite mass", function()
  it("begins and ends where one moves along the other, and not where both move as one", function()
    local world = collide.world { dim = 2 }
    for i = 1, 4 do
      world:add(collide.aabb({ i, 0 }, { i + 1, 1 }), { data = i, velocity = vec(0, 0.25) })
    end
    world:add(collide.aabb({ 1.25, 1 }, { 1.75, 2 }), { data = "lift", velocity = vec(3, 0.25) })
    local begun, ended = {}, {}
    for _ = 1, 40 do
      world:step(1 / 10)
      for event in world:events() do
        assert.equal("lift", event.a.data == "lift" and event.a.data or event.b.data)
        local tile = event.a.data == "lift" and event.b.data or event.a.data
        local list = event.kind == "begin" and begun or ended
        list[#list + 1] = tile
      end
    end
    assert.same({ 1, 2, 3, 4 }, begun)
    assert.same({ 1, 2, 3, 4 }, ended)
  end)
end)

describe("a removed body", function()
  local function resting()
    local world = collide.world { gravity = vec(0, -10) }
    local floor = world:add(collide.plane({ 0, 1 }, 0), { data = "floor" })
    local ball = world:add(collide.circle({ 0, 0.5 }, 0.5),
      { data = "ball", mass = 1, restitution = 0 })
    world:step(DT)
    assert.same({ "begin ball floor" }, said(world, touches))
    return world, floor, ball
  end

  it("ends its touches in the next step, and is told by its body", function()
    for case = 1, 3 do
      local world, floor, ball = resting()
      if case ~= 2 then world:remove(ball) end
      if case ~= 1 then world:remove(floor) end
      local new = world:add(collide.circle({ 0, 9 }, 0.5)) -- no event takes it for the old one
      world:step(DT)
      local events = 0
      for event in world:events() do
        assert.same({ "end", ball, floor, 0 }, { event.kind, event.a, event.b, event.t })
        events = events + 1
      end
      assert.equal(1, events)
      world:remove(new)
      world:step(DT)
      assert.same({}, said(world, touches))
    end
  end)

  it("ends its touches in the step in which a response function removes it", function()
    local world, floor, ball = resting()
    world:add(collide.circle({ 5, 0.5 }, 0.5), { mass = 1, velocity = vec(-400, 0), data = "shot",
      response = function() if ball.world then world:remove(ball) end return "pass" end })
    world:step(DT)
    local ends = 0
    for event in world:events() do
      ends = ends + (event.kind == "end" and event.a == ball and event.b == floor and 1 or 0)
    end
    assert.equal(1, ends)
  end)

  it("ends what it passes, when it is removed in the event of its own begin", function()
    local world = collide.world { dim = 2 }
    local coin = world:add(collide.circle({ 0, 0 }, 0.5), { response = "pass" })
    local hero = world:add(collide.circle({ -3, 0 }, 0.5), { mass = 1, velocity = vec(30, 0) })
    local told = {}
    for _ = 1, 12 do
      world:step(DT)
      for event in world:events() do
        if event.kind ~= "hit" then
          assert.same({ hero, coin }, { event.a, event.b })
          told[#told + 1] = event.kind
          if event.kind == "begin" then world:remove(coin) end
        end
      end
    end
    assert.same({ "begin", "end" }, told)
  end)

  it("is nobody's begin without an end, whatever comes and goes", function()
    for seed = 1, 30 do
      math.randomseed(seed)
      local world, open, bodies = collide.world { dim = 2, gravity = vec(0, -5) }, {}, {}
      world:add(collide.plane({ 0, 1 }, 0))
      local function add()
        local at = vec(math.random(-3, 3), math.random(0, 6) / 2)
        bodies[#bodies + 1] = world:add(collide.circle(at, 0.5), {
          mass = math.random(3) > 1 and 1 or math.huge,
          response = ({ "pass", "slide", "bounce" })[math.random(3)] })
      end
      for _ = 1, 12 do add() end
      for _ = 1, 40 do
        if #bodies > 0 and math.random(2) == 1 then
          world:remove(table.remove(bodies, math.random(#bodies)))
        end
        if math.random(2) == 1 then add() end
        if #bodies > 0 and math.random(2) == 1 then
          local body = bodies[math.random(#bodies)]
          body.position = body.position + vec(0.5, 0)
        end
        world:step(DT)
        for event in world:events() do
          open[event.a] = open[event.a] or {}
          if event.kind == "begin" then
            assert.is_nil(open[event.a][event.b])
            open[event.a][event.b] = true
          elseif event.kind == "end" then
            assert.is_true(open[event.a][event.b])
            open[event.a][event.b] = nil
          end
        end
        for a, list in pairs(open) do
          for b in pairs(list) do assert.is_true(a.world == world and b.world == world) end
        end
      end
    end
  end)
end)

describe("two walls that press", function()
  for _, gravity in ipairs { 0, 10 } do
    for _, restitution in ipairs { 0, 0.5, 1 } do
      it(("go on through what is between them, g %d, e %g"):format(gravity, restitution), function()
        for count = 1, 3 do
          local world = collide.world { gravity = vec(0, -gravity) }
          world:add(collide.plane({ 0, 1 }, 0))
          local left = world:add(collide.aabb({ -5, 0.01 }, { -4, 3 }), { velocity = vec(1, 0) })
          local right = world:add(collide.aabb({ 4, 0.01 }, { 5, 3 }), { velocity = vec(-1, 0) })
          local pressed = {}
          for i = 1, count do
            pressed[i] = world:add(collide.circle({ 0.9 * i - 1.5, 0.4 }, 0.4),
              { mass = 1, restitution = restitution })
          end
          local other = world:add(collide.circle({ 20, 0.5 }, 0.5),
            { mass = 1, velocity = vec(1, 0) })
          for _ = 1, 600 do world:step(DT) end
          assert.near(5.5, left.position.x, 1e-9)
          assert.near(-5.5, right.position.x, 1e-9)
          assert.near(30, other.position.x, 1e-9)
          for _, ball in ipairs(pressed) do
            assert.is_true(ball.shape:distance(left.shape) > -1e-9)
            assert.is_true(ball.shape:distance(right.shape) > -1e-9)
            assert.is_true(ball.velocity:length() < 100)
          end
        end
      end)
    end
  end

  it("press on a floor as well", function()
    for _, restitution in ipairs { 0, 0.5, 1 } do
      local world = collide.world { gravity = vec(0, -10) }
      world:add(collide.plane({ 0, 1 }, 0))
      local plate = world:add(collide.aabb({ -2, 2 }, { 2, 3 }), { velocity = vec(0, -1) })
      local ball = world:add(collide.circle({ 0, 0.5 }, 0.5),
        { mass = 1, restitution = restitution })
      for _ = 1, 300 do world:step(DT) end
      assert.near(-2.5, plate.position.y, 1e-9)
      assert.near(0.5, ball.position.y, 1e-5)
      assert.is_true(ball.velocity:length() < 10)
    end
  end)
end)
