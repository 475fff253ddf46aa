import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useFocusKept } from './useFocusKept';

afterEach(cleanup);

function Steps() {
  const [step, setStep] = useState(1);
  const box = useFocusKept<HTMLDivElement>(step);
  return (
    <>
      <div ref={box} tabIndex={-1} data-testid="box">
        <button key={step} onClick={() => setStep(step + 1)}>
          Step {step}
        </button>
      </div>
      <button onClick={() => setStep(step + 1)}>Elsewhere</button>
    </>
  );
}

describe('useFocusKept', () => {
  it('gives the focus of a control that is gone to the box around it', () => {
    render(<Steps />);
    screen.getByText('Step 1').focus();
    fireEvent.click(screen.getByText('Step 1'));
    expect(screen.getByText('Step 2')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByTestId('box'));
  });

  it('takes the focus from nothing else', () => {
    render(<Steps />);
    screen.getByText('Step 1').focus();
    screen.getByText('Elsewhere').focus();
    fireEvent.click(screen.getByText('Elsewhere'));
    expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
  });

  it('leaves the focus where the reader has put it away', () => {
    render(<Steps />);
    fireEvent.click(screen.getByText('Step 1'));
    expect(document.activeElement).toBe(document.body);
  });
});
