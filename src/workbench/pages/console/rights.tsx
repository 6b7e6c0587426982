import type { Context } from '../../../bank/context.ts'
import { listChildren } from '../../../bank/resolvers/lists.ts'
import { NO_LIMIT, parseRoles } from '../../../domain/engagements.ts'
import type { Agreement, Engagement } from '../../../generated/client.ts'
import { formatCount } from '../language.ts'
import { List } from '../list.tsx'
import { Name } from '../parts.tsx'
import { Part } from './record-page.tsx'
import { Opens } from './sheets/opens.tsx'

const SHOWN = 50

/** Who may do what with the account of a corporation. */
export async function readRights(ctx: Context, accountId: string) {
  const { rows } = await listChildren(ctx.load.engagementsOfAccount, accountId, { first: SHOWN })
  return Promise.all(
    rows.map(async engagement => ({
      engagement,
      psu: await ctx.load.customer(engagement.customerId),
      agreement: await ctx.load.agreement(engagement.agreementId),
    })),
  )
}

/** The agreements of a corporation, and how many persons act under each. */
export async function readAgreements(ctx: Context, ownerId: string) {
  const { rows } = await listChildren(ctx.load.agreementsOfOwner, ownerId, { first: SHOWN })
  return Promise.all(
    rows.map(async agreement => {
      const { count } = await listChildren(ctx.load.engagementsOfAgreement, agreement.id, { first: 0 })
      return { agreement, engagements: await count() }
    }),
  )
}

export function Rights(props: {
  readonly rights: Awaited<ReturnType<typeof readRights>>
  readonly path: string
  readonly base: string
}) {
  const { rights, path, base } = props
  return (
    <Part id="rights" title="Who may act for it">
      {rights.length === 0 ? <p class="soft">No person yet. An engagement of an agreement gives rights.</p> : null}
      <List
        label="Engagements"
        rows={rights}
        columns={[
          { head: 'Person', kind: 'half', phone: 'first', cell: ({ psu }) => <Name text={psu.name} /> },
          { head: 'Agreement', kind: 'meta', cell: ({ agreement }) => <Name text={agreement.name} /> },
          { head: 'Roles', kind: 'wide', phone: 'second', cell: ({ engagement }) => rolesOf(engagement) },
          { head: 'Registers up to', kind: 'amount', cell: ({ engagement }) => limit(engagement.registerLimit) },
          {
            head: 'Approves up to',
            kind: 'amount',
            phone: 'end',
            cell: ({ engagement }) => limit(engagement.approvalLimit),
          },
        ]}
        hrefOf={({ psu }) => `${base}/console/customers/${psu.id}`}
        nameOf={({ psu, agreement }) => `the rights of ${psu.name} under ${agreement.name}`}
        actionsOf={({ engagement, psu }) => (
          <Opens
            path={path}
            does="change"
            noun="engagement"
            about={`the rights of ${psu.name}`}
            given={{
              id: engagement.id,
              roles: parseRoles(engagement.roles),
              registerLimit: String(engagement.registerLimit),
              approvalLimit: String(engagement.approvalLimit),
            }}
          />
        )}
      />
    </Part>
  )
}

const rolesOf = ({ roles }: Engagement) => parseRoles(roles).join(', ').toLowerCase().replaceAll('_', ' ')
const limit = (units: number) => (units === NO_LIMIT ? 'any amount' : formatCount(units))

export function Agreements(props: {
  readonly agreements: readonly { readonly agreement: Agreement; readonly engagements: number }[]
  readonly path: string
}) {
  const { agreements, path } = props
  return (
    <Part id="agreements" title="Agreements">
      {agreements.length === 0 ? <p class="soft">None. Persons act for a corporation under an agreement.</p> : null}
      <List
        label="Agreements"
        rows={agreements}
        columns={[
          { head: 'Name', kind: 'wide', phone: 'first', cell: ({ agreement }) => <Name text={agreement.name} /> },
          { head: 'Engagements', kind: 'amount', phone: 'end', cell: ({ engagements }) => formatCount(engagements) },
        ]}
        hrefOf={() => undefined}
        nameOf={({ agreement }) => agreement.name}
        actionsOf={({ agreement }) => (
          <Opens path={path} noun="engagement" about={`of ${agreement.name}`} given={{ agreementId: agreement.id }} />
        )}
      />
    </Part>
  )
}
