import type { Booking } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function bookingLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.booking.findMany(withIds(ids))
  return {
    booking: lookup<Booking>('booking', idOf, find),
    bookingsOfPayment: children('Booking', 'paymentId', find),
    /** The bookings that have an account or card account on either side. */
    bookingsOfAccount: children('BookingSide', 'accountId', find),
  }
}
