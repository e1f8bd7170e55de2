/** What a program calls to do the same opens over the page. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const dialog = document.getElementById('same-as')
  if (detail?.ctx?.target?.id === 'same-as-lines' && !dialog.open) dialog.showModal()
})
