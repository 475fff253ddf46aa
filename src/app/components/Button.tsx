import type { ComponentProps } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'plain' | 'primary' | 'quiet';
}

export function Button({ tone = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={[styles.button, styles[tone], className].filter(Boolean).join(' ')}
      {...rest}
    />
  );
}
