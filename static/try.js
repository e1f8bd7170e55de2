/** Sends a call of the API as a form of `/docs` has it, and shows what comes back. The key stays in this tab. */
{
  const KEY = 'signalpost-key'
  const answerOf = (form) => form.querySelector('[data-try-answer]')

  const requestOf = (form) => {
    const fields = [...form.querySelectorAll('[data-in]')].filter((field) => field.value.trim() !== '')
    const of = (place) => fields.filter((field) => field.dataset.in === place)
    const path = of('path').reduce(
      (address, { name, value }) => address.replace(`{${name}}`, encodeURIComponent(value.trim())),
      form.dataset.path,
    )
    const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value]))
    const [body] = of('body')
    const key = form.elements.key.value.trim()
    return {
      address: `/api/v1${path}${query.size ? `?${query}` : ''}`,
      method: form.dataset.try,
      body: body?.value,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
    }
  }

  const show = (form, title, text) => {
    const heading = document.createElement('p')
    heading.className = 'label-like'
    heading.textContent = title
    const pre = document.createElement('pre')
    pre.tabIndex = 0
    pre.textContent = text
    answerOf(form).replaceChildren(heading, pre)
  }

  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      return text
    }
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!form.dataset.try) return
    event.preventDefault()
    sessionStorage.setItem(KEY, form.elements.key.value.trim())
    const { address, ...request } = requestOf(form)
    const button = form.querySelector('button')
    button.disabled = true
    try {
      const response = await fetch(address, request)
      show(form, `${response.status}`, pretty(await response.text()))
    } catch {
      show(form, 'No answer', 'The server could not be reached.')
    } finally {
      button.disabled = false
    }
  })

  document.addEventListener('DOMContentLoaded', () => {
    for (const form of document.querySelectorAll('[data-try]'))
      form.elements.key.value = sessionStorage.getItem(KEY) ?? ''
  })
}
