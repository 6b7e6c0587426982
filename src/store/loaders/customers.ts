import type { Customer } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function customerLoaders({ db, worldId, lookup, withIds }: Loading) {
  return {
    customer: lookup<Customer>('customer', idOf, ids => db.customer.findMany(withIds(ids))),
    customerByNumber: lookup<Customer>(
      'customer with the number',
      row => row.customerNumber,
      numbers => db.customer.findMany({ where: { worldId, customerNumber: { in: numbers } } }),
    ),
  }
}
