/** Passkeys: made, used to sign in (also from the suggestions of the e-mail field), and used as a proof. */
{
  const can = window.PublicKeyCredential?.parseRequestOptionsFromJSON
  let waiting = null

  const optionsOf = async ({ dataset }) =>
    dataset.options ? JSON.parse(dataset.options) : (await fetch(dataset.from, { method: 'POST' })).json()

  /** Asks the browser, then sends its answer as the form. */
  const ask = async (form, more) => {
    const json = await optionsOf(form)
    const adds = form.dataset.passkey === 'add'
    const publicKey = adds
      ? PublicKeyCredential.parseCreationOptionsFromJSON(json)
      : PublicKeyCredential.parseRequestOptionsFromJSON(json)
    const credential = await navigator.credentials[adds ? 'create' : 'get']({ publicKey, ...more })
    form.elements.response.value = JSON.stringify(credential)
    form.submit()
  }

  const failed = ({ name }) => {
    if (name !== 'AbortError') dispatchEvent(new CustomEvent('say', { detail: 'No passkey was used. Try again.' }))
  }

  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target.closest('form[data-passkey]')
      if (!form) return
      event.preventDefault()
      event.stopImmediatePropagation()
      waiting?.abort()
      if (can) ask(form, {}).catch(failed)
    },
    true,
  )

  const suggest = async (form) => {
    form.hidden = false
    if (!document.querySelector('[autocomplete~=webauthn]')) return
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    waiting = new AbortController()
    await ask(form, { mediation: 'conditional', signal: waiting.signal })
  }
  const enter = can && document.querySelector('form[data-passkey=enter]')
  if (enter) suggest(enter).catch(() => {})
}
