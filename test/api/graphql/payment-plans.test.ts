import { expect, it } from 'vitest'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const world = await server.world()

const PREVIEW =
  'query ($input: PeriodicPlanInput!, $first: Int! = 3) { previewExecutions(input: $input, first: $first) { date plannedDate reason } }'
const dates = async (input: object, first?: number) =>
  (await world.run(PREVIEW, { input, first })).data.previewExecutions.map((run: { date: string }) => run.date)

it('previews the runs of each frequency without a payment', async () => {
  const startDate = '2030-01-31'
  expect(await dates({ startDate, frequency: 'Daily' })).toEqual(['2030-01-31', '2030-02-01', '2030-02-04'])
  expect(await dates({ startDate, frequency: 'Weekly' })).toEqual(['2030-01-31', '2030-02-07', '2030-02-14'])
  expect(await dates({ startDate, frequency: 'EveryTwoWeeks' })).toEqual(['2030-01-31', '2030-02-14', '2030-02-28'])
  expect(await dates({ startDate, frequency: 'Monthly' })).toEqual(['2030-01-31', '2030-02-28', '2030-04-01'])
  expect(await dates({ startDate, frequency: 'EveryTwoMonths' })).toEqual(['2030-01-31', '2030-04-01', '2030-05-31'])
  expect(await dates({ startDate, frequency: 'Quarterly' })).toEqual(['2030-01-31', '2030-04-30', '2030-07-31'])
  expect(await dates({ startDate, frequency: 'SemiAnnual', dayOfExecution: '5' })).toEqual([
    '2030-07-05',
    '2031-01-06',
    '2031-07-07',
  ])
  expect(await dates({ startDate, frequency: 'Annual' }, 2)).toEqual(['2030-01-31', '2031-01-31'])
  expect(
    await dates({ startDate, frequency: 'MonthlyVariable', monthsOfExecution: [12, 3], dayOfExecution: '01' }),
  ).toEqual(['2030-03-01', '2030-12-02', '2031-03-03'])
})

it('says why a run is on its day', async () => {
  const input = { startDate: '2030-05-17', endDate: '2030-06-30', frequency: 'Monthly', executionRule: 'preceeding' }
  const { data } = await world.run(PREVIEW, { input })
  expect(data.previewExecutions).toEqual([
    {
      date: '2030-05-20',
      plannedDate: '2030-05-17',
      reason: expect.stringMatching(/2030-05-17 is .*before the start date/),
    },
    { date: '2030-06-17', plannedDate: '2030-06-17', reason: 'Monthly: every month, day 17.' },
  ])
})

it('refuses a plan that a payment could not have either, with its paths', async () => {
  const startDate = '2030-01-31'
  const rows: [object, string, string][] = [
    [{ startDate, endDate: '2030-01-30', frequency: 'Daily' }, 'EXECUTION_DATE_INVALID', 'input.endDate'],
    [{ startDate: '2030-02-30', frequency: 'Daily' }, 'FORMAT_ERROR', 'input.startDate'],
    [{ startDate, frequency: 'MonthlyVariable' }, 'FORMAT_ERROR', 'input.monthsOfExecution'],
    [{ startDate, frequency: 'Monthly', monthsOfExecution: [1] }, 'FORMAT_ERROR', 'input.monthsOfExecution'],
    [{ startDate, frequency: 'MonthlyVariable', monthsOfExecution: [1, 1] }, 'FORMAT_ERROR', 'input.monthsOfExecution'],
    [
      { startDate, frequency: 'MonthlyVariable', monthsOfExecution: [13] },
      'FORMAT_ERROR',
      'input.monthsOfExecution[0]',
    ],
    [{ startDate, frequency: 'Monthly', dayOfExecution: '32' }, 'FORMAT_ERROR', 'input.dayOfExecution'],
    [{ startDate, frequency: 'Hourly' }, 'FORMAT_ERROR', 'input.frequency'],
  ]
  for (const [input, code, path] of rows) {
    const { errors } = await world.run(PREVIEW, { input })
    expect([input, errors[0].extensions.tppMessages[0]]).toMatchObject([input, { code, path }])
  }
  expect(
    (await world.run(PREVIEW, { input: { startDate, frequency: 'Daily' }, first: 1001 })).errors[0].extensions
      .tppMessages[0],
  ).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' })
  expect(await dates({ startDate, frequency: 'Daily' }, 0)).toEqual([])
  expect(server.faults).toEqual([])
})
