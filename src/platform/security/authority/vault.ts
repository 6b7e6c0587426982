import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The store of sealed texts: the database, so that all its servers have them. */
export type Shelf = {
  readonly list: () => Promise<readonly SealedText[]>
  /** Returns whether it was stored: an existing one of that name stays unless `replace` is set. */
  readonly store: (one: SealedText, replace: boolean) => Promise<boolean>
}

type SealedText = { readonly name: string; readonly sealed: string }

export type Vault = ReturnType<typeof openVault>

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A hash by which servers with the same secret compare their tokens; without the secret it reveals neither. */
export function markOf(secret: string | undefined, token = ''): string | undefined {
  return secret === undefined
    ? undefined
    : createHmac('sha256', secret).update(`token ${token}`).digest('hex').slice(0, 16)
}

/** Texts that can be read or changed only with SANDBANK_SECRET (D122). */
export function openVault(secret: string, { list, store }: Shelf) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sandbank: what a database keeps sealed', 32))

  // The name is sealed with the text, so the text cannot be opened under another name.
  const seal = (name: string, text: string) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
    const sealed = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64')
  }
  const open = ({ name, sealed }: SealedText) => {
    const bytes = Buffer.from(sealed, 'base64')
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch (cause) {
      throw new Error(
        `SANDBANK_SECRET does not open what the database keeps as ${JSON.stringify(name)}: set the one that it was sealed with.`,
        { cause },
      )
    }
  }

  return {
    /** The texts whose names begin with a prefix, by the rest of their names. */
    list: async (kind: string): Promise<ReadonlyMap<string, string>> =>
      new Map(
        (await list()).filter(({ name }) => name.startsWith(kind)).map(one => [one.name.slice(kind.length), open(one)]),
      ),
    store: (name: string, text: string, replace = false) => store({ name, sealed: seal(name, text) }, replace),
  }
}
