type Props = { readonly route: { readonly method: string; readonly path: string } }

/** Method and path of an operation. On a narrow screen the path breaks behind a slash, and not within a name. */
export function Endpoint({ route: { method, path } }: Props) {
  return (
    <>
      <span class={`verb ${method}`}>{method}</span>{' '}
      <code>
        {path.split(/(?<=.\/)/).map(part => (
          <>
            {part}
            <wbr />
          </>
        ))}
      </code>
    </>
  )
}
