import { graphql } from 'relay-runtime'

// Read by the compiler, whose artifacts relay.ts runs.
graphql`
  query CustomersQuery($first: Int!) {
    customers(first: $first) @connection(key: "Customers_customers") {
      edges { node { id name ...Customers_customer } }
    }
  }
`
graphql`
  fragment Customers_customer on Customer
  @refetchable(queryName: "CustomersAccountsQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 1 }, after: { type: "String" }) {
    accounts(first: $first, after: $after) @connection(key: "Customers_accounts") {
      edges { node { id accountName } }
    }
  }
`
graphql`
  mutation CustomersCreateMutation($input: CreateCustomerInput!) {
    createCustomer(input: $input) { customer { id name } }
  }
`
