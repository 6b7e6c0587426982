/**
 * A description for readers of the graph, who cannot open the decisions: without the sources that REST, OpenAPI and /docs name in parentheses, such as
 * ([I] Limits, D41). Other words in the same parentheses stay.
 */
export function withoutSources(description: string): string {
  return description.replaceAll(/ \(([^()]*)\)/g, (all, inside: string) => {
    const parts = inside.split(', ')
    const kept = parts.filter(part => !SOURCE.test(part))
    return kept.length === parts.length ? all : kept.length === 0 ? '' : ` (${kept.join(', ')})`
  })
}

const SOURCE = /^(?:D\d+(?:[\u2013-]D?\d+)?|\[I\].*|\d+\.\d+\.\d+|decisions, .*|Sandbox data|Words)$/
