/** Passkeys: added, used to sign in (also from the suggestions of the e-mail field), and used as a proof. */
{
  const RENEW_MS = 240_000 // before the challenge ends
  let waiting = null

  const optionsOf = async ({ dataset }) => {
    if (dataset.options) return JSON.parse(dataset.options)
    const answer = await fetch(dataset.from, { method: 'POST' })
    if (!answer.ok) throw new Error(`options: ${answer.status}`)
    return answer.json()
  }

  /** Asks the browser, then sends its answer with the form. */
  const ask = async (form, more) => {
    const adds = form.dataset.passkey === 'add'
    const parse = `parse${adds ? 'Creation' : 'Request'}OptionsFromJSON`
    const publicKey = PublicKeyCredential[parse](await optionsOf(form))
    const credential = await navigator.credentials[adds ? 'create' : 'get']({ publicKey, ...more })
    form.elements.response.value = JSON.stringify(credential)
    form.submit()
  }

  const failed = ({ name }, { known, unused }) => {
    if (name === 'AbortError') return
    dispatchEvent(new CustomEvent('say', { detail: name === 'InvalidStateError' ? known : unused }))
  }

  const suggest = async (form) => {
    waiting?.abort()
    waiting = new AbortController()
    const { signal } = waiting
    setTimeout(() => signal.aborted || suggest(form).catch(() => {}), RENEW_MS)
    await ask(form, { mediation: 'conditional', signal })
  }

  const reveal = async () => {
    if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return
    for (const form of document.querySelectorAll('form[data-passkey][hidden]')) form.hidden = false
    const enter = document.querySelector('form[data-passkey=enter]')
    if (!enter || waiting || !document.querySelector('[autocomplete~=webauthn]')) return
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) suggest(enter).catch(() => {})
  }

  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target.closest('form[data-passkey]')
      if (!form) return
      event.preventDefault()
      event.stopImmediatePropagation()
      waiting?.abort()
      ask(form, {}).catch((error) => failed(error, form.dataset))
    },
    true,
  )
  reveal()
  document.addEventListener('htmx:after:swap', reveal)
}
