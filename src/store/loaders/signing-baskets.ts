import type { SigningBasket } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function signingBasketLoaders({ db, lookup, withIds }: Loading) {
  return {
    signingBasket: lookup<SigningBasket>('signing basket', idOf, ids => db.signingBasket.findMany(withIds(ids))),
  }
}
