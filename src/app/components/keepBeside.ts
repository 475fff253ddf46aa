import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Least distance in CSS pixels from the button, and from the edges of the window. */
const gap = 4;
const padding = 8;

/**
 * Keeps an open panel below its button, or above where there is more room, through scrolling
 * and resizing; moved sideways and made lower to stay in the window. Ends with the returned function.
 */
export function keepBeside(button: HTMLElement, panel: HTMLElement): () => void {
  const place = async () => {
    panel.dataset['placed'] = 'beside';
    const { x, y } = await computePosition(button, panel, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [
        offset(gap),
        flip({ padding }),
        shift({ padding }),
        size({
          padding,
          apply: ({ availableHeight }) => {
            panel.style.setProperty('--room', `${Math.floor(availableHeight)}px`);
          },
        }),
      ],
    });
    panel.style.left = `${x}px`;
    panel.style.top = `${y}px`;
  };
  return autoUpdate(button, panel, () => void place());
}
