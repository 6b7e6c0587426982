import { describe, expect, it } from 'vitest'
import { startBank } from '../support/bank.ts'

const bank = await startBank()
const path = '/v1/sandbox/customers'
const kari = { customerNumber: '01010112345', name: 'Kari', type: 'PRIVATE' }

describe('201', () => {
  it('adds a private customer and its automatic agreement ([I] Endpoints 4, D26)', async () => {
    const world = await bank.world()
    const answer = await world.call('POST', path, { body: kari, requestId: 'create-1' })
    expect(answer.status).toBe(201)
    expect(answer.headers['x-request-id']).toBe('create-1')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { customerId } = answer.body
    const self = `${world.base}${path}/${customerId}`
    expect(answer.headers.location).toBe(self)
    expect(answer.body).toEqual({
      customerId,
      customerNumber: '01010112345',
      customerType: 'PRIVATE',
      customerName: 'Kari',
      _links: { self: { href: self, verbs: ['GET', 'DELETE'] } },
    })
    const stored = await world.call('GET', `${path}/${customerId}`)
    expect(stored.body.agreements).toMatchObject([{ name: 'Kari', engagements: [] }])
  })
})
