/** The first page: what is where. */
export function Landing({ base }: { base: string }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbank</title>
      </head>
      <body>
        <h1>Sandbank</h1>
        <p>{base}</p>
      </body>
    </html>
  )
}
