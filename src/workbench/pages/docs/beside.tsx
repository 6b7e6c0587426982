import { useContext } from 'hono/jsx'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { AROUND, docsPath } from '../around.ts'
import { CONTENTS } from './contents.ts'

/** The list beside each page: all pages, and the operations by group. The group of the present page is open. */
export function Beside(props: {
  readonly operations: readonly DocumentedOperation[]
  /** The address of the present page. */
  readonly here: string
}) {
  const { operations, here } = props
  const isHere = (address: string) => docsPath(address) === here
  const addressOf = (operation: string) => `/operations/${operation}`
  const link = (address: string, title: string) => (
    <li>
      <a href={docsPath(address)} aria-current={isHere(address) ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
  const routes = operations.map(({ route }) => route)
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const groups = (shown: readonly string[], nameOf = (tag: string) => tag) =>
    shown.map(tag => {
      const group = routes.filter(route => route.tag === tag)
      return (
        <details open={group.some(({ operation }) => isHere(addressOf(operation)))}>
          <summary>{nameOf(tag)}</summary>
          <ul>{group.map(({ operation, summary }) => link(addressOf(operation), summary))}</ul>
        </details>
      )
    })
  return (
    <>
      <ul>
        <li>
          <a href={`${useContext(AROUND).base}/`}>← Overview</a>
        </li>
        {link('', 'Your first call')}
      </ul>
      <p class="group">Guides</p>
      <ul>{CONTENTS.guides.map(({ address, title }) => link(address, title))}</ul>
      <p class="group">Reference</p>
      <ul>{CONTENTS.reference.map(({ address, title }) => link(address, title))}</ul>
      <p class="group">Operations</p>
      {groups(tags.filter(tag => !tag.startsWith(OF_TESTERS)))}
      <p class="group">Sandbox data</p>
      {groups(
        tags.filter(tag => tag.startsWith(OF_TESTERS)),
        tag => `${tag.charAt(OF_TESTERS.length).toUpperCase()}${tag.slice(OF_TESTERS.length + 1)}`,
      )}
    </>
  )
}

/** The names of groups with operations for testers begin with this. */
const OF_TESTERS = 'Sandbox '
