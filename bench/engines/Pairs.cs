using System.IO; using UnityEngine;
using static System.FormattableString; // a point as the decimal mark, whatever the language

public class Pairs : MonoBehaviour {
    void Start() {
        var a = new GameObject().AddComponent<CapsuleCollider>();
        var b = new GameObject().AddComponent<BoxCollider>();
        a.radius = 0.5f; a.height = 3; b.size = new Vector3(2, 1, 4);
        using var file = new StreamWriter("pairs.cases");
        for (int i = 0; i < 20000; i++) {
            Vector3 P() => new Vector3(Random.Range(-4, 5), Random.Range(-4, 5), Random.Range(-4, 5));
            Vector3 p = P(), q = P();
            bool hit = Physics.ComputePenetration(a, p, Quaternion.identity, b, q, Quaternion.identity, out _, out _);
            file.WriteLine(Invariant($"case {{ query = \"overlap\", arguments = {{ {{ \"capsule\", {{ {p.x}, {p.y - 1}, {p.z} }}, ") +
                Invariant($"{{ {p.x}, {p.y + 1}, {p.z} }}, 0.5 }}, {{ \"aabb\", {{ {q.x - 1}, {q.y - 0.5f}, {q.z - 2} }}, ") +
                Invariant($"{{ {q.x + 1}, {q.y + 0.5f}, {q.z + 2} }} }} }}, answer = {(hit ? "true" : "false")} }}"));
        }
    }
}
