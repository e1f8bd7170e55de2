/** Charts: the numbers under the pointer, read from the chart's own hidden table. */
{
  const cross = (event) => {
    const chart = event.target.closest?.('.chart')
    if (!chart) return
    const [line, tip, plot] = [chart.querySelector('.cross'), chart.querySelector('.tip'), chart.querySelector('.plot')]
    const rows = chart.querySelectorAll('tbody tr')
    if (event.type === 'pointerout' || !event.target.closest('.plot') || rows.length < 2) {
      line.style.visibility = 'hidden'
      tip.hidden = true
      return
    }
    const box = plot.getBoundingClientRect()
    const under = Math.floor(((event.clientX - box.left) / box.width) * rows.length)
    const at = Math.min(Math.max(under, 0), rows.length - 1)
    const row = rows[at]
    const middle = (at + 0.5) / rows.length
    const names = chart.querySelectorAll('thead th')
    const x = String(middle * Number(line.dataset.width))
    line.setAttribute('x1', x)
    line.setAttribute('x2', x)
    line.style.visibility = 'visible'
    tip.hidden = false
    tip.textContent = [...row.cells]
      .map((cell, i) => (i ? `${names[i].textContent} ${cell.textContent}` : cell.textContent))
      .join('\n')
    const left = middle * box.width
    tip.style.translate = `${left > box.width / 2 ? left - tip.offsetWidth - 12 : left + 12}px 0`
  }
  for (const event of ['pointermove', 'pointerout']) document.addEventListener(event, cross)
}
