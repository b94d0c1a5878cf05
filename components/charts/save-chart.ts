const PNG_SCALE = 2;
const TITLE_HEIGHT_PX = 28;
const inlinedStyleProperties = ['fill', 'stroke', 'stop-color', 'color'] as const;

/** Renders a chart with its title as PNG, in the colours of the page, at twice the screen resolution. */
export async function renderChartPng(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const page = getComputedStyle(svg);
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface');
  const image = await loadSvgImage(withInlineStyles(svg, { width, height }));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * PNG_SCALE);
  canvas.height = Math.round((height + TITLE_HEIGHT_PX) * PNG_SCALE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  context.scale(PNG_SCALE, PNG_SCALE);
  context.fillStyle = surface;
  context.fillRect(0, 0, width, height + TITLE_HEIGHT_PX);
  context.fillStyle = page.color;
  context.font = `600 13px ${page.fontFamily}`;
  context.fillText(title, 8, 18, width - 16);
  context.drawImage(image, 0, TITLE_HEIGHT_PX, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png');
  });
}

/** Downloads a file whose content was created in the page. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Waits for the next task, because by then the browser has started the download and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/**
 * Returns a copy of the SVG in which CSS variables are replaced by their values, because a separate image does not
 * inherit the theme.
 */
function withInlineStyles(svg: SVGSVGElement, { width, height }: { width: number; height: number }): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('the chart is not an SVG image');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('font-family', getComputedStyle(svg).fontFamily);
  const originals = svg.querySelectorAll('*');
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of inlinedStyleProperties) {
      if (element.getAttribute(name)?.includes('var(') === true)
        element.setAttribute(name, style.getPropertyValue(name));
    }
    if (original instanceof SVGTextElement) element.setAttribute('font-size', style.fontSize);
  }
  return new XMLSerializer().serializeToString(copy);
}

async function loadSvgImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  // The image has a data URL, because the Content-Security-Policy forbids images from blob URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
