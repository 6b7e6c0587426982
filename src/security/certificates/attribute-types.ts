/**
 * The attribute types of names: object identifier, the short name that this server prints, and the other names that
 * clients print. openssl, Java, .NET, Node and Go agree on few of them.
 */
const ATTRIBUTE_TYPES = [
  ['2.5.4.3', 'CN', 'commonName'],
  ['2.5.4.4', 'SN', 'surname'],
  ['2.5.4.5', 'serialNumber', 'SERIALNUMBER', 'DEVICESERIALNUMBER'],
  ['2.5.4.6', 'C', 'countryName', 'country'],
  ['2.5.4.7', 'L', 'localityName', 'locality'],
  ['2.5.4.8', 'ST', 'S', 'SP', 'stateOrProvinceName', 'state'],
  ['2.5.4.9', 'street', 'streetAddress'],
  ['2.5.4.10', 'O', 'organizationName', 'organization'],
  ['2.5.4.11', 'OU', 'organizationalUnitName', 'organizationalUnit'],
  ['2.5.4.12', 'title', 'T'],
  ['2.5.4.13', 'description'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.41', 'name'],
  ['2.5.4.42', 'GN', 'givenName', 'G'],
  ['2.5.4.43', 'initials', 'I'],
  ['2.5.4.44', 'generationQualifier', 'generation'],
  ['2.5.4.46', 'dnQualifier', 'DNQ', 'dn'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier', 'orgId', 'OI', 'ORGANIZATION_IDENTIFIER'],
  ['0.9.2342.19200300.100.1.1', 'UID', 'userId'],
  ['0.9.2342.19200300.100.1.25', 'DC', 'domainComponent'],
  ['1.2.840.113549.1.9.1', 'emailAddress', 'E', 'EMAIL'],
  ['1.2.840.113549.1.9.2', 'unstructuredName'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'jurisdictionL', 'jurisdictionLocalityName'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST', 'jurisdictionStateOrProvinceName'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC', 'jurisdictionCountryName'],
] as const satisfies readonly (readonly [oid: string, printed: string, ...aliases: string[]])[]

const OID_OF_NAME: ReadonlyMap<string, string> = new Map(
  ATTRIBUTE_TYPES.flatMap(([oid, ...names]) => names.map(name => [name.toUpperCase(), oid] as const)),
)
const NAME_OF_OID: ReadonlyMap<string, string> = new Map(ATTRIBUTE_TYPES.map(([oid, printed]) => [oid, printed]))

/** The object identifier of an attribute type as a client wrote it (`O`, `organizationName`, `OID.2.5.4.10`); undefined when unknown. */
export function findAttributeOid(written: string): string | undefined {
  const upper = written.toUpperCase()
  const dotted = upper.startsWith('OID.') ? upper.slice(4) : upper
  return /^[0-9]+(?:\.[0-9]+)+$/.test(dotted) ? dotted : OID_OF_NAME.get(upper)
}

/** The short name of an attribute type, or its object identifier when it has none. */
export function printAttributeType(oid: string): string {
  return NAME_OF_OID.get(oid) ?? oid
}
