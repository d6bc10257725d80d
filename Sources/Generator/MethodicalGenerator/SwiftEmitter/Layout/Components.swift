/// Returns the groups of nodes that reach each other. Each group comes after the groups that it leads to.
///
/// This is Tarjan's algorithm for strongly connected components, without recursion because a schema may nest deeply.
///
/// - Parameter edges: The targets of each node's edges.
func components(of edges: [[Int]]) -> [[Int]] {
    var result: [[Int]] = []
    var order = edges.map { _ in -1 }
    var lowest = order
    var isOpen = edges.map { _ in false }
    var stack: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var count = 0
    for root in edges.indices where order[root] < 0 {
        path.append((root, 0))
        while let (node, next) = path.last {
            if next == 0 {
                order[node] = count
                lowest[node] = count
                count += 1
                stack.append(node)
                isOpen[node] = true
            }
            if next < edges[node].count {
                path[path.count - 1].next += 1
                let target = edges[node][next]
                if order[target] < 0 {
                    path.append((target, 0))
                } else if isOpen[target] {
                    lowest[node] = min(lowest[node], order[target])
                }
                continue
            }
            path.removeLast()
            if let parent = path.last?.node {
                lowest[parent] = min(lowest[parent], lowest[node])
            }
            guard lowest[node] == order[node] else { continue }
            var component: [Int] = []
            while let last = stack.popLast() {
                isOpen[last] = false
                component.append(last)
                if last == node {
                    break
                }
            }
            result.append(component)
        }
    }
    return result
}
