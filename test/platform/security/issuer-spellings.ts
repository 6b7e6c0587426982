/**
 * The issuer of the table: a comma, an Ø, a space, an organizationIdentifier and an e-mail address, so that every
 * client's way of escaping shows. A value in hexadecimal is the DER of a UTF8String.
 */
export const SPELLED_ISSUER = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.8', 'Oslo'],
  ['2.5.4.10', 'Test QTSP, AS'],
  ['2.5.4.97', 'NTRNO-123456789'],
  ['2.5.4.3', 'Øvelse Root CA'],
  ['1.2.840.113549.1.9.1', 'ca@qtsp.example'],
] as const
const ORG_HEX = `0c0f${Buffer.from('NTRNO-123456789').toString('hex')}`
const CN_HEX = `0c0f${Buffer.from('Øvelse Root CA').toString('hex')}`

export const DOCUMENTED =
  'emailAddress=ca@qtsp.example,CN=Øvelse Root CA,organizationIdentifier=NTRNO-123456789,O=Test QTSP\\, AS,ST=Oslo,C=NO'

/** As it stands between the quotation marks of the header. */
export const ACCEPTED_SPELLINGS: readonly (readonly [who: string, name: string])[] = [
  ['the documented form', DOCUMENTED],
  ['the documented form, backslash doubled for the quoted-string', DOCUMENTED.replace('\\', '\\\\')],
  ['the documented form, backslash eaten', DOCUMENTED.replace('\\', '')],
  [
    'openssl default, quotes escaped',
    'C = NO, ST = Oslo, O = \\"Test QTSP, AS\\", organizationIdentifier = NTRNO-123456789, CN = \\C3\\98velse Root CA, emailAddress = ca@qtsp.example',
  ],
  [
    'openssl default, all doubled',
    'C = NO, ST = Oslo, O = \\"Test QTSP, AS\\", organizationIdentifier = NTRNO-123456789, CN = \\\\C3\\\\98velse Root CA, emailAddress = ca@qtsp.example',
  ],
  [
    'openssl 1.1 default without quotes',
    'C = NO, ST = Oslo, O = Test QTSP, AS, organizationIdentifier = NTRNO-123456789, CN = Øvelse Root CA, emailAddress = ca@qtsp.example',
  ],
  [
    'openssl 3.2 default',
    'C=NO, ST=Oslo, O=Test QTSP\\, AS, organizationIdentifier=NTRNO-123456789, CN=\\C3\\98velse Root CA, emailAddress=ca@qtsp.example',
  ],
  [
    'openssl RFC2253',
    'emailAddress=ca@qtsp.example,CN=\\C3\\98velse Root CA,organizationIdentifier=NTRNO-123456789,O=Test QTSP\\, AS,ST=Oslo,C=NO',
  ],
  [
    'openssl compat',
    '/C=NO/ST=Oslo/O=Test QTSP, AS/organizationIdentifier=NTRNO-123456789/CN=\\xC3\\x98velse Root CA/emailAddress=ca@qtsp.example',
  ],
  [
    'openssl compat, doubled',
    '/C=NO/ST=Oslo/O=Test QTSP, AS/organizationIdentifier=NTRNO-123456789/CN=\\\\xC3\\\\x98velse Root CA/emailAddress=ca@qtsp.example',
  ],
  [
    'openssl compat, type unknown to an old version',
    '/C=NO/ST=Oslo/O=Test QTSP, AS/2.5.4.97=NTRNO-123456789/CN=Øvelse Root CA/emailAddress=ca@qtsp.example',
  ],
  [
    'openssl compat, reversed',
    '/emailAddress=ca@qtsp.example/CN=Øvelse Root CA/organizationIdentifier=NTRNO-123456789/O=Test QTSP, AS/ST=Oslo/C=NO',
  ],
  [
    'openssl multiline',
    '\n    countryName               = NO\n    stateOrProvinceName       = Oslo\n    organizationName          = Test QTSP, AS\n    organizationIdentifier    = NTRNO-123456789\n    commonName                = \\D8velse Root CA\n    emailAddress              = ca@qtsp.example',
  ],
  [
    'Java getName RFC2253, and Go',
    `1.2.840.113549.1.9.1=#160f${Buffer.from('ca@qtsp.example').toString('hex')},CN=Øvelse Root CA,2.5.4.97=#${ORG_HEX},O=Test QTSP\\, AS,ST=Oslo,C=NO`,
  ],
  [
    'Java getName RFC1779',
    'OID.1.2.840.113549.1.9.1=ca@qtsp.example, CN=Øvelse Root CA, OID.2.5.4.97=NTRNO-123456789, O=\\"Test QTSP, AS\\", ST=Oslo, C=NO',
  ],
  [
    'Java toString',
    'EMAILADDRESS=ca@qtsp.example, CN=Øvelse Root CA, OID.2.5.4.97=NTRNO-123456789, O=\\"Test QTSP, AS\\", ST=Oslo, C=NO',
  ],
  [
    'Java with small OID',
    'EMAILADDRESS=ca@qtsp.example, CN=Øvelse Root CA, oid.2.5.4.97=NTRNO-123456789, O=\\"Test QTSP, AS\\", ST=Oslo, C=NO',
  ],
  [
    'Java canonical',
    `1.2.840.113549.1.9.1=#160f${Buffer.from('ca@qtsp.example').toString('hex')},cn=øvelse root ca,2.5.4.97=#${ORG_HEX},o=test qtsp\\, as,st=oslo,c=no`,
  ],
  ['hexadecimal in capitals', DOCUMENTED.replace('NTRNO-123456789', `#${ORG_HEX.toUpperCase()}`)],
  ['hexadecimal for every odd value', DOCUMENTED.replace('Øvelse Root CA', `#${CN_HEX}`)],
  ['Bouncy Castle', 'C=NO,ST=Oslo,O=Test QTSP\\, AS,2.5.4.97=NTRNO-123456789,CN=Øvelse Root CA,E=ca@qtsp.example'],
  [
    '.NET Issuer',
    'E=ca@qtsp.example, CN=Øvelse Root CA, OID.2.5.4.97=NTRNO-123456789, O=\\"Test QTSP, AS\\", S=Oslo, C=NO',
  ],
  [
    '.NET forwards',
    'C=NO, S=Oslo, O=\\"Test QTSP, AS\\", OID.2.5.4.97=NTRNO-123456789, CN=Øvelse Root CA, E=ca@qtsp.example',
  ],
  [
    '.NET with semicolons',
    'E=ca@qtsp.example; CN=Øvelse Root CA; OID.2.5.4.97=NTRNO-123456789; O=\\"Test QTSP, AS\\"; S=Oslo; C=NO',
  ],
  [
    'Node issuer',
    'C=NO\nST=Oslo\nO=Test QTSP\\, AS\norganizationIdentifier=NTRNO-123456789\nCN=Øvelse Root CA\nemailAddress=ca@qtsp.example',
  ],
  [
    'Node issuer on Windows',
    'C=NO\r\nST=Oslo\r\nO=Test QTSP, AS\r\norganizationIdentifier=NTRNO-123456789\r\nCN=Øvelse Root CA\r\nemailAddress=ca@qtsp.example',
  ],
  [
    'Node issuer joined by commas',
    'C=NO,ST=Oslo,O=Test QTSP, AS,organizationIdentifier=NTRNO-123456789,CN=Øvelse Root CA,emailAddress=ca@qtsp.example',
  ],
  [
    'Python cryptography',
    '1.2.840.113549.1.9.1=ca@qtsp.example,CN=Øvelse Root CA,2.5.4.97=NTRNO-123456789,O=Test QTSP\\, AS,ST=Oslo,C=NO',
  ],
  [
    'PHP, long names',
    'countryName=NO, stateOrProvinceName=Oslo, organizationName=Test QTSP, AS, organizationIdentifier=NTRNO-123456789, commonName=Øvelse Root CA, emailAddress=ca@qtsp.example',
  ],
  ['percent signs for spaces', DOCUMENTED.replaceAll(' ', '%20')],
  ['percent signs for the comma', DOCUMENTED.replace('\\,', '%2C')],
  ['percent signs for the Ø', DOCUMENTED.replace('Ø', '%C3%98')],
  [
    'percent signs in every value',
    'emailAddress=ca%40qtsp.example,CN=%C3%98velse%20Root%20CA,organizationIdentifier=NTRNO-123456789,O=Test%20QTSP%2C%20AS,ST=Oslo,C=NO',
  ],
  ['percent signs over an escaped value', DOCUMENTED.replace('Test QTSP\\, AS', 'Test%20QTSP%5C%2C%20AS')],
  ['percent signs in small letters', DOCUMENTED.replace('Ø', '%c3%98')],
  ['every comma escaped', DOCUMENTED.replace('\\,', ',').replaceAll(',', '\\,')],
  ['every comma escaped, spaces after them', DOCUMENTED.replace('\\,', ',').replaceAll(',', '\\, ')],
  ['a quoted value with an escape', DOCUMENTED.replace('Test QTSP\\, AS', '\\"Test QTSP\\, AS\\"')],
  ['bare quotation marks', DOCUMENTED.replace('Test QTSP\\, AS', '"Test QTSP, AS"')],
  [
    'every value in quotation marks',
    'C="NO", ST="Oslo", O="Test QTSP, AS", organizationIdentifier="NTRNO-123456789", CN="Øvelse Root CA", emailAddress="ca@qtsp.example"',
  ],
  ['hexadecimal pair for the comma', DOCUMENTED.replace('\\,', '\\2C')],
  ['other case', DOCUMENTED.toUpperCase()],
  [
    'types in small letters',
    'emailaddress=ca@qtsp.example,cn=Øvelse Root CA,organizationidentifier=NTRNO-123456789,o=Test QTSP\\, AS,st=Oslo,c=NO',
  ],
  [
    'spaces around everything',
    '  emailAddress =  ca@qtsp.example ,  CN = Øvelse  Root   CA , organizationIdentifier = NTRNO-123456789 , O = Test QTSP\\, AS , ST = Oslo , C = NO  ',
  ],
  ['spaces that do not break', DOCUMENTED.replaceAll(' ', '\u00a0')],
  ['wide letters', DOCUMENTED.replace('Oslo', 'Ｏｓｌｏ')],
  [
    'plus signs as separators',
    'C=NO+ST=Oslo+O=Test QTSP, AS+organizationIdentifier=NTRNO-123456789+CN=Øvelse Root CA+emailAddress=ca@qtsp.example',
  ],
]

export const REFUSED_SPELLINGS: readonly (readonly [what: string, name: string, reason: RegExp])[] = [
  [
    'shuffled',
    'CN=Øvelse Root CA,C=NO,ST=Oslo,O=Test QTSP\\, AS,organizationIdentifier=NTRNO-123456789,emailAddress=ca@qtsp.example',
    /in another order/,
  ],
  [
    'two parts exchanged',
    'ST=Oslo,C=NO,O=Test QTSP\\, AS,organizationIdentifier=NTRNO-123456789,CN=Øvelse Root CA,emailAddress=ca@qtsp.example',
    /in another order/,
  ],
  ['a part missing', DOCUMENTED.replace('ST=Oslo,', ''), /part of the name is missing/],
  ['only the common name', 'CN=Øvelse Root CA', /part of the name is missing/],
  ['a part twice', `${DOCUMENTED},C=NO`, /another name: it has C=NO more often than the issuer/],
  ['a part more', `${DOCUMENTED},OU=Unit`, /another name: it has OU=Unit, which the issuer has not/],
  [
    'another CA',
    DOCUMENTED.replace('Root', 'Issuing'),
    /another name: its CN is Øvelse Issuing CA, and that of the issuer is Øvelse Root CA/,
  ],
  ['another type', DOCUMENTED.replace('ST=Oslo', 'L=Oslo'), /another name: it has L=Oslo, which the issuer has not/],
  ['the sandbox for the qualified one', 'CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO', /another name/],
  [
    'the subject instead of the issuer',
    'CN=fjordpay.example,organizationIdentifier=PSDNO-FSA-987654321,O=Fjord Pay AS,C=NO',
    /subject of the certificate: write its issuer/,
  ],
  [
    'the value of one part hidden in another',
    DOCUMENTED.replace('ST=Oslo,C=NO', 'ST=Oslo\\\\,C\\\\=NO'),
    /cannot be read as a name from ,C=NO on/,
  ],
  ['no name at all', 'Øvelse Root CA', /cannot be read as a name/],
  ['an unknown type first', 'XX=NO', /cannot be read as a name/],
  ['nothing', '', /It is empty/],
  [
    'a quotation mark left open',
    'C=NO, O=\\"Test QTSP, AS',
    /cannot be read as a name from O="Test QTSP, AS on\. A quotation mark is not closed/,
  ],
]
