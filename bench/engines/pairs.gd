extends SceneTree

func _init():
    var a := CapsuleShape2D.new()
    var b := RectangleShape2D.new()
    a.radius = 0.5; a.height = 3.0; b.size = Vector2(2, 1)
    for i in 20000:
        var p := Vector2(randi_range(-4, 4), randi_range(-4, 4))
        var q := Vector2(randi_range(-4, 4), randi_range(-4, 4))
        var hit := a.collide(Transform2D(0, p), b, Transform2D(0, q))
        print("case { query = \"overlap\", arguments = { { \"capsule\", { %f, %f }, { %f, %f }, 0.5 }, " %
            [p.x, p.y - 1, p.x, p.y + 1] + "{ \"aabb\", { %f, %f }, { %f, %f } } }, answer = %s }" %
            [q.x - 1, q.y - 0.5, q.x + 1, q.y + 0.5, "true" if hit else "false"])
    quit()
