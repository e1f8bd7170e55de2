/** The number beside a slider follows it. */
document.addEventListener('input', ({ target }) => {
  const output = target.id && document.querySelector(`output[data-slides="${target.id}"]`)
  if (output) output.textContent = Number(target.value).toLocaleString(document.documentElement.lang || 'en')
})
