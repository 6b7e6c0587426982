import { type DerElement, DerError, readChildren, readDer, readOid, readPart, TAG } from './der.ts'

/** The extension qcStatements (RFC 3739). */
export const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3'
/** The PSD2 statement inside it (ETSI TS 119 495, 5.1). */
export const PSD2_STATEMENT = '0.4.0.19495.2'

/** The roles of a payment service provider and their object identifiers (ETSI TS 119 495, 4.2). */
export const PSP_ROLES = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
} as const

const ROLE_OF_OID: ReadonlyMap<string, string> = new Map(Object.entries(PSP_ROLES).map(([role, oid]) => [oid, role]))

/**
 * The roles that a PSD2 certificate states (D14), in its order; roles that the standard does not know grant nothing and are left out. Some issuers
 * write one statement where a sequence of statements belongs: both are read.
 * @returns undefined when there is no PSD2 statement
 * @throws DerError
 */
export function readRoles(extension: Buffer): readonly string[] | undefined {
  return readPart('extension qcStatements', () => {
    const outer = readDer(extension)
    const statements = isLone(outer) ? [outer] : readChildren(outer)
    const stated = statements.map(statement => readChildren(statement)).filter(isPsd2Statement)
    if (stated.length > 1) throw new DerError('the PSD2 statement occurs twice')
    const [only] = stated
    return only === undefined ? undefined : readRolesOfPsp(only[1])
  })
}

/**
 * Whether there is one statement where a sequence of statements belongs: QCStatements is a SEQUENCE OF (RFC 3739, 3.2.6), and the PSD2 statement is
 * one of its elements (ETSI TS 119 495, 5.1), so a strict reader finds none.
 * @throws DerError
 */
export function isLoneStatement(extension: Buffer): boolean {
  return readPart('extension qcStatements', () => isLone(readDer(extension)))
}

function isLone(outer: DerElement): boolean {
  return readChildren(outer)[0]?.tag === TAG.oid
}

function isPsd2Statement([id]: readonly DerElement[]): boolean {
  return readOid(id) === PSD2_STATEMENT
}

/** PSD2QcType is a sequence whose first member lists roles, each an object identifier and its name (ETSI TS 119 495, 5.1). */
function readRolesOfPsp(info: DerElement | undefined): readonly string[] {
  if (info === undefined) throw new DerError('the PSD2 statement states nothing')
  const [roles] = readChildren(info)
  if (roles === undefined) throw new DerError('the PSD2 statement has no roles')
  const named = readChildren(roles).flatMap(role => ROLE_OF_OID.get(readRole(role)) ?? [])
  return [...new Set(named)]
}

const EACH_ROLE = 'each is a sequence of its own, of the identifier of a role and its name'

function readRole(role: DerElement): string {
  if (role.tag === TAG.oid) throw new DerError(`the roles of the PSD2 statement are no sequences: ${EACH_ROLE}`)
  const members = readChildren(role)
  if (members.filter(({ tag }) => tag === TAG.oid || tag === TAG.sequence).length > 1)
    throw new DerError(`two roles of the PSD2 statement share one sequence: ${EACH_ROLE}`)
  return readOid(members[0])
}
