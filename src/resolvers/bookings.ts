import type { Context } from '../context.ts'
import type { PageArgs } from '../domain/paging.ts'
import type { Booking, Payment } from '../generated/client.ts'
import { type Listing, listChildren } from './lists.ts'

/** The movements of money that a payment brought about, oldest first. */
export function pageOfPaymentBookings(ctx: Context, { id }: Payment, args: PageArgs): Promise<Listing<Booking>> {
  return listChildren(ctx.load.bookingsOfPayment, id, args)
}

/** The movements of money that have an account or card account on one side, oldest first. */
export function pageOfBookings(
  ctx: Context,
  { id }: { readonly id: string },
  args: PageArgs,
): Promise<Listing<Booking>> {
  return listChildren(ctx.load.bookingsOfAccount, id, args)
}
