import type { Child } from 'hono/jsx'

/** A table of a reference page; the first cell of a row names it. `ids` are the addresses of the rows. */
export function Table(props: {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Child[])[]
  readonly ids?: readonly string[]
}) {
  return (
    <table>
      <thead>
        <tr>
          {props.head.map(title => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, ...cells], at) => (
          <tr id={props.ids?.[at]}>
            <th scope="row">{name}</th>
            {cells.map(cell => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
