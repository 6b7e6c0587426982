/**
 * A sheet works without this script. With it the sheet is modal: the focus stays in it, Escape closes it, and the focus returns to what opened it. The
 * GraphQL follows what is typed: the server writes it.
 */
export const SHEET_SCRIPT = `'use strict'
{
  const sheet = document.getElementById('making')
  const form = sheet.querySelector('form')
  const { close } = sheet.dataset
  // The attribute alone goes: a closed dialog would say so by its event.
  sheet.removeAttribute('open')
  sheet.showModal()
  // A page that answers a form is kept in no cache: a reload opens its address.
  history.replaceState(null, '', location.href)

  const leave = () => {
    history.replaceState(null, '', close)
    const open = new URLSearchParams(new URL(form.action).search)
    const opener = [...document.querySelectorAll('a[data-opens]')].find(one => one.dataset.opens === (open.get('new') ?? open.get('change')))
    opener?.focus()
  }
  sheet.addEventListener('close', leave)
  sheet.querySelector('a[href]').addEventListener('click', event => {
    event.preventDefault()
    sheet.close()
  })

  let timer
  let shown = document.getElementById('making-graphql').childElementCount > 0
  const follow = async () => {
    const values = new URLSearchParams({ step: 'graphql' })
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value)
    const answer = await fetch(form.action, { method: 'POST', body: values, headers: { Accept: 'text/html' } }).catch(() => undefined)
    if (!answer?.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.getElementById('making-graphql')
    if (fresh === null) return
    document.getElementById('making-graphql').replaceWith(fresh)
    document.dispatchEvent(new Event('copyable'))
  }
  form.addEventListener('submit', event => {
    if (event.submitter?.value !== 'graphql') return
    event.preventDefault()
    event.stopImmediatePropagation()
    shown = true
    void follow()
  })
  form.addEventListener('input', () => {
    if (!shown) return
    clearTimeout(timer)
    timer = setTimeout(follow, 250)
  })
}
`
