/** Shows a field's error at the field, in our words instead of the browser's bubble. */
{
  const $ = (selector, from = document) => from.querySelector(selector)

  const WRONG = [
    ['valueMissing', (elt) => inWords(elt.type === 'checkbox' ? 'Tick this to go on.' : 'Fill in this field.')],
    ['tooShort', (elt) => inWords('At least {n} characters.', { n: elt.minLength })],
    ['tooLong', (elt) => inWords('At most {n} characters.', { n: elt.maxLength })],
    ['rangeUnderflow', (elt) => inWords('{n} or more.', { n: elt.min })],
    ['rangeOverflow', (elt) => inWords('{n} or less.', { n: elt.max })],
    ['badInput', () => inWords('Give a number.')],
    ['stepMismatch', () => inWords('Give a whole number.')],
  ]
  const TYPES = {
    email: 'Give a full e-mail address, such as ada@agency.example.',
    url: 'Give a full address, such as https://bakery.example/.',
  }
  const wrongWith = (elt) =>
    WRONG.find(([name]) => elt.validity[name])?.[1](elt) ??
    (TYPES[elt.type] ? inWords(TYPES[elt.type]) : elt.title || inWords('This is not in the form that is wanted.'))
  const showWrong = (elt) => {
    const id = `${elt.id || elt.name}-wrong`
    let line = document.getElementById(id)
    if (!line) {
      line = document.createElement('p')
      line.id = id
      line.className = 'error'
      line.append($('#icon-bad').content.cloneNode(true), document.createElement('span'))
      ;(elt.closest('.field, .tick') ?? elt.parentElement).append(line)
    }
    $('span', line).textContent = wrongWith(elt)
    elt.dataset.described ??= elt.getAttribute('aria-describedby') ?? ''
    elt.setAttribute('aria-describedby', `${elt.dataset.described} ${id}`.trim())
    elt.setAttribute('aria-invalid', 'true')
  }
  const clearWrong = (elt) => {
    const line = document.getElementById(`${elt.id || elt.name}-wrong`)
    if (!line || !elt.validity?.valid) return
    line.remove()
    elt.setAttribute('aria-describedby', elt.dataset.described)
    elt.removeAttribute('aria-invalid')
  }
  document.addEventListener(
    'invalid',
    (event) => {
      event.preventDefault()
      showWrong(event.target)
      if (event.target === $(':invalid:not(form, fieldset)', event.target.form ?? document)) event.target.focus()
    },
    true,
  )
  document.addEventListener('input', ({ target }) => clearWrong(target))
  document.addEventListener('change', ({ target }) => {
    clearWrong(target)
    // The button of a list of choices says how many are ticked.
    const menu = target.closest('.menu.ticks')
    const says = menu && $('[data-counts]', menu.parentElement)
    if (!says) return
    const n = menu.querySelectorAll(':checked').length
    says.textContent = `${n} ${says.dataset.counts}${n === 1 ? '' : 's'}`
  })
}
