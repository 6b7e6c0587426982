import { Hono } from 'hono'
import type { Objection, ReportCard, ReportRow, ReportSection } from '../../../api/graphql/workbench.ts'
import { OPERATIONS } from '../../../bank/operations/list.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { groupBy } from '../../../domain/texts.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { quote } from '../../../platform/shell.ts'
import { pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { reportCard } from '../../explain/report-card/card.ts'
import type { Arrow } from '../../explain/stories/sequence.ts'
import { counted, formatCount } from '../language.ts'
import { List } from '../list.tsx'
import { addressOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Card, Code, Example, Facts, Name } from '../parts.tsx'
import { withCode } from '../whole-words.tsx'
import { operatorPages } from './access.tsx'
import { instant } from './frame.tsx'
import { keysOf, MADE_MINUTES, type MadeKeys } from './made-keys.ts'
import { Part, RecordPage } from './record-page.tsx'
import { Sequence } from './sequence.tsx'

/** The page of a TPP in a world: its report card, and for a new TPP its key and how to use it. */
export function createTppPage(options: PagesOptions): Hono {
  const app = new Hono()
  app.get(
    '/report',
    operatorPages(options)(async (c, ctx) => {
      const base = worldBasePath(ctx.world)
      const tpp = c.req.query('tpp')
      if (tpp === undefined) return c.redirect(`${base}/console/tpps`, 308)
      const card = await reportCard(ctx, tpp, OPERATIONS)
      const { rows } = await pageOfRequests(ctx, { first: DRAWN }, { tppId: card.tppId, door: 'REST' })
      const ids = rows.map(({ id }) => id)
      return (
        <TppPage
          card={card}
          name={(await namesOfTpps(ctx)).get(card.tppId)}
          keys={keysOf(c, card)}
          origin={reachedAt(header => c.req.header(header)) ?? new URL(c.req.url).origin}
          base={base}
          arrows={ids.length === 0 ? [] : await options.sequenceOf(ctx, ids)}
        />
      )
    }),
  )
  return app
}

/** The drawing shows this many of its latest calls. */
const DRAWN = 8

type Props = {
  readonly card: ReportCard
  readonly arrows: readonly Arrow[]
  readonly name: string | undefined
  readonly keys: MadeKeys | undefined
  readonly base: string
  readonly origin: string
}

function TppPage({ card, name = card.tppId, keys, base, origin, arrows }: Props) {
  const { tppId, objections, sections } = card
  return (
    <RecordPage
      here="tpps"
      title={`TPP ${name}`}
      scripts={keys === undefined ? [] : ['copy.js', 'tpp.js']}
      within={[`${base}/console/tpps`, 'TPPs']}
      heading={
        <>
          <Name text={name} /> <span class="soft whole-word">{tppId}</span>
        </>
      }
      actions={
        <p class="row-actions">
          <a class="button" href={addressOf(`${base}/docs/operations/createPayment`, { as: tppId })}>
            {`Send a call as ${name}`}
          </a>
          <a class="button second" href={addressOf(`${base}/requests`, { caller: tppId })}>
            Its calls
          </a>
          <a class="button second" href={addressOf(`${base}/console/payments`, { tpp: tppId })}>
            Its payments
          </a>
        </p>
      }
      first={keys === undefined ? null : <KeysCard keys={keys} name={name} place={`${origin}${base}`} />}
      facts={[]}
    >
      <Summary card={card} />
      <Board rows={sections.find(one => one.name === 'OPERATIONS')?.rows ?? []} />
      {arrows.length === 0 ? null : (
        <Part id="latest" title="Its latest calls">
          <Sequence arrows={arrows} />
        </Part>
      )}
      {card.calls === 0 ? null : (
        <>
          <h2>What a bank would object to</h2>
          {objections.length === 0 ? <p class="good">Nothing, in these calls.</p> : null}
        </>
      )}
      {objections.map(objection => (
        <Objected objection={objection} base={base} />
      ))}
      {sections.map(section => (
        <Section section={section} base={base} />
      ))}
    </RecordPage>
  )
}

/** Key and certificate of a TPP that this browser has just created. The bank keeps no copy of the key. */
function KeysCard(props: { readonly keys: MadeKeys; readonly name: string; readonly place: string }) {
  const { keys, name, place } = props
  const { tppId, keyId, privateKey, certificate } = keys
  const files = [
    ['key.pem', 'Key', privateKey],
    ['cert.pem', 'Certificate', certificate],
  ] as const
  return (
    <Card id="keys" title="Its key and certificate">
      <div
        id="made"
        data-key={privateKey}
        data-header={certificate.replace(/-----[^-]+-----|\s/g, '')}
        data-key-id={keyId}
        data-tpp-id={tppId}
      >
        <p id="kept" class="done" hidden>
          This browser keeps them and signs with them in the documentation.
        </p>
        <p>To sign elsewhere, download both within {MADE_MINUTES} minutes: the bank keeps no copy of the key.</p>
      </div>
      <p class="row-actions">
        {files.map(([file, , text]) => (
          <a
            class="button second"
            download={file}
            href={`data:application/x-pem-file;base64,${Buffer.from(text).toString('base64')}`}
          >
            Download {file}
          </a>
        ))}
      </p>
      <p>Run this command in the folder that has both files: it signs a call with them.</p>
      <Example text={commandWith(name, tppId, place)} />
      <p>
        keyId of its signatures: <code>{keyId}</code>
      </p>
      {files.map(([, title, text]) => (
        <details>
          <summary>{title}</summary>
          <Code>{text}</Code>
        </details>
      ))}
    </Card>
  )
}

/** A command that writes the files to where `sandbank` looks for keys. The number of its id is in the folder: another TPP may have its name. */
function commandWith(name: string, tppId: string, place: string): string {
  const own = `${name}-${tppId.split('-').at(-1)}`
  const folder = /^[a-z0-9][a-z0-9-]{0,62}$/.test(own) ? own : 'downloaded'
  return `TPP="\${SANDBANK_HOME:-.sandbank}/tpps/${folder}"
mkdir -p "\${TPP%/*}" && mkdir "$TPP" && mv key.pem cert.pem "$TPP" &&
npx sandbank call GET /v1/sandbox/customers --tpp ${folder} --base ${quote(place)}`
}

/** The operations as squares under the headings of the documentation: accepted, always refused, never called (D106). */
function Board({ rows }: { readonly rows: readonly ReportRow[] }) {
  const lookOf = ({ calls, refused }: ReportRow) => (calls === 0 ? 'never' : refused === calls ? 'refused' : 'met')
  const count = (look: string) => rows.filter(row => lookOf(row) === look).length
  const [met, refused] = [count('met'), count('refused')]
  const tags = new Map(OPERATIONS.map(({ name, tag }) => [name, tag]))
  const figures = `Of ${rows.length} operations ${met} were carried out, ${refused} were called and always refused, ${count('never')} were never called`
  return (
    <Card id="board" title={`This TPP has called ${met + refused} of ${rows.length} operations`}>
      <div class="board" role="img" aria-label={figures}>
        {[...groupBy(rows, ({ name }) => tags.get(name) ?? '')].map(([tag, own]) => (
          <p>
            <span>{tag}</span>
            {own.map(row => (
              <span class={`square ${lookOf(row)}`} title={row.name} />
            ))}
          </p>
        ))}
      </div>
      <p class="legend soft">
        <span class="met">{met} carried out</span> <span class="refused">{refused} always refused</span>{' '}
        <span class="never">{count('never')} never called</span>
      </p>
    </Card>
  )
}

function Summary({ card: { calls, refused, from, until } }: { readonly card: ReportCard }) {
  if (from === undefined || until === undefined) return <p>The journal has no call of this TPP in this world.</p>
  return (
    <p>
      {formatCount(calls)} {calls === 1 ? 'call' : 'calls'}, {formatCount(refused)} of them refused, from{' '}
      {instant(from)} to {instant(until)}. An answer that a scenario forced is counted, but is never a mistake of the
      TPP.
    </p>
  )
}

function Objected({ objection, base }: { readonly objection: Objection; readonly base: string }) {
  const { name, title, text, rule, calls, examples } = objection
  return (
    <section aria-labelledby={name}>
      <h3 id={name} class="bad">
        {title}
      </h3>
      <p>{text}</p>
      <p class="soft">
        {rule} · {formatCount(calls)} {calls === 1 ? 'call' : 'calls'}:{' '}
        {examples.map((id, place) => (
          <>
            {place === 0 ? '' : ', '}
            <a href={`${base}/requests/${id}`}>{`call ${place + 1}`}</a>
          </>
        ))}
      </p>
    </section>
  )
}

/** The numbers of a row in words. */
function wordsOfRow({ calls, refused, forced }: Pick<ReportRow, 'calls' | 'refused' | 'forced'>): string {
  const parts = [
    counted(calls, 'call'),
    ...(refused === 0 ? [] : [`${formatCount(refused)} refused`]),
    ...(forced === 0 ? [] : [`${formatCount(forced)} forced by a scenario`]),
  ]
  return parts.join(', ')
}

function Section({ section: { title, rows }, base }: { readonly section: ReportSection; readonly base: string }) {
  const met = rows.filter(({ calls }) => calls > 0)
  const never = rows.filter(({ calls }) => calls === 0)
  return (
    <section>
      <h2>
        {title}: {met.length} of {rows.length}
      </h2>
      <List
        label={title}
        rows={met}
        columns={[
          { head: 'Met', kind: 'half', phone: 'first', cell: ({ name }) => <code>{name}</code> },
          { head: 'By', kind: 'wide', phone: 'second', cell: wordsOfRow },
        ]}
        hrefOf={({ example }) => `${base}/requests/${example}`}
      />
      {never.length === 0 ? null : (
        <details>
          <summary>Never: {never.length}</summary>
          <Facts rows={never.map(({ name, text }) => [<code>{name}</code>, withCode(text)])} />
        </details>
      )}
    </section>
  )
}
