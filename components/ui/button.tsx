import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import type { Icon } from '@/components/ui/icons';
import { cn } from './cn';

const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-50',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        plain: 'border bg-surface text-ink hover:bg-hover',
        quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
        danger: 'border bg-surface text-fail hover:bg-fail-soft',
      },
      size: {
        md: 'h-8 px-3 text-sm',
        sm: 'h-7 px-2 text-xs',
        icon: 'size-7 text-xs',
      },
    },
    defaultVariants: { look: 'plain', size: 'md' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { icon?: Icon };

export function Button({ look, size, icon: Icon, className, type = 'button', children, ...rest }: Props) {
  return (
    <button type={type} className={cn(buttonClass({ look, size }), className)} {...rest}>
      {Icon !== undefined && <Icon aria-hidden className={size === 'sm' ? 'size-3.5' : 'size-4'} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<Props, 'aria-label' | 'children' | 'size'> & { icon: Icon; label: string };

export function IconButton({ label, look = 'quiet', ...rest }: IconButtonProps) {
  return <Button look={look} size="icon" aria-label={label} {...rest} />;
}
