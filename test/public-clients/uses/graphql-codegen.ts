import type { TypedDocumentString } from './codegen-client/graphql.ts'
import { graphql } from './codegen-client/index.ts'
import { headers, report, url } from './graph.ts'

const CREATE = graphql(`
  mutation CodegenCreate($input: CreateCustomerInput!) {
    createCustomer(input: $input) { customer { ...CodegenCustomer } warnings { code } }
  }
`)
const CUSTOMER = graphql(`
  fragment CodegenCustomer on Customer { id name type accounts(first: 5) { nodes { id iban } } }
`)
const FIND = graphql(`
  query CodegenFind($by: CustomerBy!) { customer(by: $by) { ...CodegenCustomer } payments(first: 1) { nodes { id status } } }
`)

async function run<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: document, variables }),
  })
  const { data, errors } = await answer.json()
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

import { useFragment } from './codegen-client/fragment-masking.ts'

const { createCustomer } = await run(CREATE, { input: { key: 'codegen', name: 'Code Generated', type: 'PRIVATE' } })
const made = useFragment(CUSTOMER, createCustomer.customer)
const { customer } = await run(FIND, { by: { key: 'codegen' } })
report(made.name, useFragment(CUSTOMER, customer)?.name)
