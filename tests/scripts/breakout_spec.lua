-- scripts/breakout.lua: it wins by itself, keys and the mouse move the paddle, the paddle aims, the
-- third lost ball ends the game, Space begins a new one, and the ball passes nothing at any speed.
local scenario = require "collide.scenario"

describe("scripts/breakout.lua", function()
    local path = "scripts/breakout.lua"

    local function load(input, params)
        return scenario.load(path, { params = params, input = input })
    end

    it("wins by itself, without losing a ball", function()
        local run = load(nil, { speed = 60 })
        while run.state.bricks > 0 and run.frame < 6000 do run:step() end
        assert.equal(0, run.state.bricks)
        assert.equal(2100, run.state.score)
        assert.equal(3, run.state.lives)
        assert.same({}, run.failures)
    end)

    it("moves the paddle by the arrow keys, as far as the walls", function()
        local run = load(function() return { "left" } end)
        run:step(10)
        assert.near(-2.5, run.state.paddle.position.x, 1e-9)
        run:step(60)
        assert.near(-6.5, run.state.paddle.position.x, 1e-9)
    end)

    it("follows the mouse once it moves, and keys again after that", function()
        local run = load(function(frame)
            local keys = frame > 20 and { "right" } or {}
            keys.mouse = { x = frame < 10 and 3 or 5, y = 0 }
            return keys
        end)
        run:step(9)
        assert.is_true(run.state.paddle.position.x < 3) -- it lies still
        run:step()
        assert.near(5, run.state.paddle.position.x, 1e-9)
        run:step(14)
        assert.near(6, run.state.paddle.position.x, 1e-9)
    end)

    it("has a picture that stays, so that a mouse which lies still has not moved", function()
        local run = load(function() return { "left" } end)
        local first = run:camera()
        run:step(200)
        assert.is_true(run.state.lives < 3) -- a ball has left the room
        assert.same({ first.center, first.height }, { run:camera().center, run:camera().height })
    end)

    it("sends the ball the flatter, the farther from its middle it is hit", function()
        for _, moves in ipairs { false, true } do
            for _, off in ipairs { -1.2, 0, 0.6 } do
                local run = load(function(frame)
                    local x = frame < 2 and 0 or moves and frame / 1e6 or 1e-9
                    return { mouse = { x = x, y = 0 } }
                end)
                run:step(2)
                local ball = run.state.ball
                ball.position = { off, 3 }
                ball.velocity = { 0, -9 }
                while ball.velocity.y < 0 and run.frame < 60 do run:step() end
                assert.near(2 * off / 3, ball.velocity.x / ball.velocity.y, 1e-3)
            end
        end
    end)

    it("ends after three balls, and begins again with Space", function()
        local run = load(function(frame)
            return frame == 900 and { "space" } or { frame < 900 and "left" or "right" }
        end, { paddle = 1, speed = 40 })
        run:step(898)
        assert.equal(0, run.state.lives)
        local ball = run.state.ball.position
        run:step()
        assert.equal(ball, run.state.ball.position)
        run:step()
        assert.same({ 3, 60, 0 }, { run.state.lives, run.state.bricks, run.state.score })
        assert.same({}, run.failures)
    end)

    it("lets the ball pass nothing at any speed", function()
        local run = load(function(frame)
            return { mouse = { x = frame % 7 < 3 and -9 or 9, y = 0 } }
        end, { speed = 100, paddle = 12 })
        run:step(2000)
        assert.is_true(run.state.score > 0)
        assert.same({}, run.failures)
    end)
end)
