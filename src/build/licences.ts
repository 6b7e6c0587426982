import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that is part of a file of dist/, with the texts that its licence requires. */
export type Ingredient = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** The packages to which the files belong, each version once. `root` is where the paths begin. */
export function packagesOf(files: readonly string[], root: string): Ingredient[] {
  const folders = new Set(files.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  return eachOnce([...folders].map(folder => packageIn(join(root, folder))))
}

/** Without a package whose version is there already, sorted. */
function eachOnce(packages: readonly Ingredient[]): Ingredient[] {
  const byId = new Map(packages.map(one => [`${one.name} ${one.version}`, one]))
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found)
}

function packageIn(folder: string): Ingredient {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|notice|third-?party)/i.test(file))
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length > 0) return { name, version, licence: license, text: texts.join('\n\n') }
  if (license !== 'MIT') throw new Error(`${name} has neither the text of its licence nor the licence MIT.`)
  const owner = author?.name ?? author ?? repository?.url ?? repository
  return { name, version, licence: license, text: `Copyright (c) ${owner}\n\n${MIT}` }
}

const RULE = `\n\n${'='.repeat(100)}\n\n`

/** THIRD-PARTY.txt: each text once, below its packages. */
export function noticesOf(packages: readonly Ingredient[]): string {
  const byText = new Map<string, string[]>()
  for (const { name, version, licence, text } of packages) {
    if (text.includes(RULE)) throw new Error(`The licence of ${name} holds the line that parts licences.`)
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  return `${[...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`).join(RULE)}\n`
}

/** The packages of a text of `noticesOf`. */
export function readNotices(notices: string): Ingredient[] {
  return notices.split(RULE).flatMap(section => {
    const [names = '', ...texts] = section.trim().split('\n\n')
    return [...names.matchAll(/^(\S+) (\S+) \((.+)\)$/gm)].map(([, name = '', version = '', licence = '']) => ({
      name,
      version,
      licence,
      text: texts.join('\n\n'),
    }))
  })
}

/** The one package that is installed beside the program. */
const SQLITE = '@photostructure/sqlite'

/**
 * The same packages for programs that search for known vulnerabilities: CycloneDX 1.6. The lock file knows the hashes of those that npm installs
 * here.
 */
export function billOf(product: { readonly name: string; readonly version: string }, packages: readonly Ingredient[]) {
  const lock: { packages: Record<string, { version: string; license?: string; integrity?: string }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const native = lock.packages[`node_modules/${SQLITE}`]
  if (native === undefined) throw new Error(`The lock file has no ${SQLITE}.`)
  const all = [...packages, { name: SQLITE, version: native.version, licence: native.license ?? '' }]
  const components = all.map(({ name, version, licence }) => {
    const locked = Object.entries(lock.packages).find(
      ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
    )
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const [, hash] = /^sha512-(.*)$/.exec(locked?.[1].integrity ?? '') ?? []
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [/ /.test(licence) ? { expression: licence.replace(' or ', ' OR ') } : { license: { id: licence } }],
      ...(hash === undefined
        ? {}
        : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    }
  })
  const metadata = { component: { type: 'application', 'bom-ref': product.name, ...product } }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`
