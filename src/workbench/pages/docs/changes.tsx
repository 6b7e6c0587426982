import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from '../../../platform/files/package-root.ts'
import { withCode } from '../whole-words.tsx'

/** The changes of each version: CHANGELOG.md of the package. */
export function Changes() {
  const [intro = '', ...versions] = readFileSync(
    new URL('src/workbench/pages/docs/CHANGELOG.md', PACKAGE_ROOT),
    'utf8',
  ).split(/^## /m)
  return (
    <>
      <p class="lead">{intro.split('\n').slice(1).join(' ').trim()}</p>
      {versions.map(text => {
        const [name = '', ...lines] = text.trim().split('\n')
        const changes = lines.filter(line => line.startsWith('- '))
        return (
          <>
            <h2 id={name}>{name}</h2>
            <ul>
              {changes.map(line => (
                <li>{withCode(line.slice(2))}</li>
              ))}
            </ul>
          </>
        )
      })}
    </>
  )
}
