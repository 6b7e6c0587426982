import { createPrivateKey, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { startBrowser } from './browser.ts'
import { follow, openActions, operatorAt, press, read, undo } from './operator.ts'

const bank = await startBank()
const browser = await startBrowser()

describe.each([true, false])('in the console, with scripts: %s', javaScriptEnabled => {
  const { open, look } = operatorAt(bank, browser, javaScriptEnabled)

  it('a payment that waits is approved as its PSU, taken back, rejected, and another is cancelled', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const { id } = await register(psu, NDCT, paymentBody(debtor, creditor))
    const status = async () => (await read(psu, `{ payment(id: "${id}") { status } }`)).payment.status
    const page = await open()
    await page.goto(`${bank.url}${psu.base}/`)
    await look(page)
    expect(await page.locator('#waiting-list').textContent()).toContain('100.00')
    await press(page, /^Approve as /)
    expect(await status()).toBe('ACTC')
    expect(await page.locator('#waiting-list').isVisible()).toBe(false)
    await undo(page)
    expect(await status()).toBe('RCVD')
    await page.goto(`${bank.url}${psu.base}/console/payments/${id}`)
    await look(page)
    await press(page, /^Reject/)
    expect(await status()).toBe('RJCT')
    const second = await register(psu, NDCT, paymentBody(debtor, creditor, { endToEndIdentification: 'second' }))
    await page.goto(`${bank.url}${psu.base}/console/payments/${second.id}`)
    await press(page, 'Cancel the payment')
    expect(await page.locator('h1').textContent()).toContain('CANC')
    expect(await page.getByRole('button', { name: 'Cancel the payment' }).count()).toBe(0)
  })

  it('a consent is revoked, and that is taken back', async () => {
    const world = await bank.world('STANDARD')
    await world.graphql('mutation { grantConsent(input: { psu: "13039319955", context: PRIVATE }) { psuId } }')
    const page = await open()
    const state = async () => (await read(world, '{ consents { nodes { state } } }')).consents.nodes[0].state
    await page.goto(`${bank.url}${world.base}/console/consents`)
    await openActions(page, 'the consent of Kari Nordmann')
    await press(page, /^Revoke/)
    expect(await state()).toBe('REVOKED')
    await page.goto(`${bank.url}${world.base}/`)
    await undo(page)
    expect(await state()).toBe('VALID')
  })

  it('a scenario is set, acts, is seen to have acted, and is cleared', async () => {
    const world = await bank.world('STANDARD')
    const page = await open()
    await page.goto(`${bank.url}${world.base}/console/scenarios`)
    await follow(page, 'Set a scenario')
    expect(await page.getByRole('radio', { name: /^An error/ }).isChecked()).toBe(true)
    await page.getByLabel('Code', { exact: true }).selectOption('ACCESS_EXCEEDED')
    await page.getByRole('radio', { name: /^A payment that fails/ }).check()
    await page.getByLabel('On the operation').selectOption('customers')
    await look(page)
    await press(page, 'Set a scenario')
    // What has nothing to act on is refused at its field.
    expect(await page.getByRole('alert').textContent()).toContain('has nothing to act on in customers')
    await look(page)
    await page.getByRole('radio', { name: /^An error/ }).check()
    await page.getByLabel('On how many calls').fill('3')
    await press(page, 'Set a scenario')
    expect((await world.call('GET', '/v1/sandbox/customers')).status).toBe(429)
    await page.goto(`${bank.url}${world.base}/console/scenarios`)
    expect(await page.locator('main').textContent()).toContain('1 of 1 call, 2 left')
    await look(page)
    await openActions(page, 'error')
    await press(page, /^Clear/)
    expect((await world.call('GET', '/v1/sandbox/customers')).status).toBe(200)
  })

  it('an empty world is filled; a fixture is applied from text and file, with its faults at their lines', async () => {
    const world = await bank.world('EMPTY')
    const page = await open()
    await page.goto(`${bank.url}${world.base}/`)
    expect(await page.locator('main').textContent()).toContain('This world is empty')
    await look(page)
    await press(page, 'Fill it')
    expect((await read(world, '{ customers { totalCount } }')).customers.totalCount).toBe(4)
    await undo(page)
    await follow(page, 'Apply a fixture')
    await page
      .getByRole('textbox', { name: 'The document' })
      .fill('customers:\n  - key: kari\n    type: PRIVATE\n    name: 7\n')
    await press(page, 'Apply a fixture')
    expect(await page.getByRole('alert').textContent()).toMatch(/Line 4: .*customers\[0\]\.name/)
    await look(page)
    await page.getByRole('textbox', { name: 'The document' }).fill('customers: [')
    await press(page, 'Apply a fixture')
    expect(await page.getByRole('alert').textContent()).toContain('cannot be read as JSON or YAML')
    await page.getByLabel('Or a file').setInputFiles({
      name: 'bank.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from('customers:\n  - key: kari\n    type: PRIVATE\n    name: Kari Fil\n'),
    })
    await press(page, 'Apply a fixture')
    expect((await read(world, '{ customers { nodes { name } } }')).customers.nodes).toEqual([{ name: 'Kari Fil' }])
    await page.goto(`${bank.url}${world.base}/console/fixtures`)
    await look(page)
    const [download] = await Promise.all([page.waitForEvent('download'), follow(page, 'Download YAML')])
    expect(download.suggestedFilename()).toBe(`${world.name}.yaml`)
  })

  it('a TPP is made, and its key and certificate belong together', async () => {
    const world = await bank.world('EMPTY')
    const page = await open()
    const name = `Console ${javaScriptEnabled}`
    await page.goto(`${bank.url}${world.base}/console/tpps`)
    await look(page)
    await press(page, 'Make a TPP')
    expect(await page.getByRole('alert').count()).toBeGreaterThan(0)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Payments', { exact: true }).check()
    await press(page, 'Make a TPP')
    await look(page)
    const [key = '', certificate = ''] = await page.locator('#keys-card details pre').allTextContents()
    expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true)
    const links = await page.locator('a[download]').evaluateAll(all => all.map(one => one.getAttribute('href') ?? ''))
    expect(links.map(href => Buffer.from(href.split(',')[1] ?? '', 'base64').toString())).toEqual([key, certificate])
    // The page of the TPP can be loaded again: it shows the same key, and makes no second TPP.
    await page.reload()
    expect(await page.locator('#keys-card details pre').allTextContents()).toEqual([key, certificate])
    await page.goto(`${bank.url}${world.base}/console/tpps`)
    expect(await page.locator('main .list').getByRole('link', { name, exact: true }).count()).toBe(1)
    // The roles that it got, before it has called.
    expect(await page.getByRole('row', { name }).textContent()).toMatch(/make payments\d+ \w+ \d{4}none here/)
  })
})
