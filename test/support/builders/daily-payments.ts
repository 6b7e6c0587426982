import type { Tx } from '../../../src/platform/store/transaction.ts'

/** Accounts of one owner, each of which pays every banking day from tomorrow on: half of them to another one, half to another bank. */
export async function addDailyPayments(tx: Tx, worldId: string, count: number, now: Date): Promise<void> {
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const day = tomorrow.toISOString().slice(0, 10)
  const places = [...Array(count).keys()]
  const opening = 100_000_000n
  await tx.customer.create({
    data: { worldId, id: 'owner', psuId: 'psu', customerNumber: '1', name: 'Owner', type: 'PRIVATE', createdAt: now },
  })
  await tx.agreement.create({
    data: { worldId, id: 'agreement', ownerId: 'owner', name: 'Owner', automatic: true, createdAt: now },
  })
  await tx.account.createMany({
    data: places.map(place => ({
      worldId,
      id: `account-${place}`,
      ownerId: 'owner',
      name: 'Account',
      bban: `bban-${place}`,
      iban: `NO00${place}`,
      currency: 'NOK',
      product: 'Account',
      cashAccountType: 'CACC' as const,
      creditLine: 0,
      bookedMinor: opening,
      createdAt: now,
    })),
  })
  await tx.booking.createMany({
    data: places.map(place => ({
      worldId,
      id: `opening-${place}`,
      debitId: 'clearing',
      creditId: `account-${place}`,
      amountMinor: opening,
      currency: 'NOK',
      reason: 'OPENING_BALANCE',
      bookedAt: now,
    })),
  })
  await tx.payment.createMany({
    data: places.map(place => ({
      worldId,
      id: `payment-${place}`,
      tppId: 'tpp',
      tppName: 'TPP',
      service: 'PERIODIC' as const,
      product: 'norwegian-domestic-credit-transfers',
      status: 'ACTC' as const,
      customerId: 'owner',
      context: 'PRIVATE' as const,
      agreementId: 'agreement',
      debtorAccountId: `account-${place}`,
      debtorCurrency: 'NOK',
      totalMinor: BigInt(1000 + place),
      startDate: day,
      frequency: 'Daily',
      duplicateKey: '',
      executionDate: day,
      dueAt: tomorrow,
      createdAt: now,
      changedAt: now,
    })),
  })
  await tx.paymentEntry.createMany({
    data: places.map(place => ({
      worldId,
      id: `entry-${place}`,
      paymentId: `payment-${place}`,
      position: 0,
      status: 'OPEN' as const,
      amountMinor: BigInt(1000 + place),
      currency: 'NOK',
      debitMinor: BigInt(1000 + place),
      feeMinor: 0n,
      creditorName: 'Creditor',
      creditorIban: place % 2 === 0 ? 'NO9386011117947' : `NO00${(place + 1) % count}`,
      creditorCurrency: 'NOK',
    })),
  })
  await tx.world.update({ where: { id: worldId }, data: { nextDueAt: tomorrow, wakesAt: tomorrow } })
}
