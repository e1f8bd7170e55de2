/** What a program calls to do the same opens over the page. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const dialog = document.getElementById('api-equivalent')
  if (detail?.ctx?.target?.id === 'api-equivalent-lines' && !dialog.open) dialog.showModal()
})
