import { Select as Primitive } from 'radix-ui';
import { Check, ChevronDown } from '@/components/ui/icons';

export type SelectOption = { value: string; text: string; hint?: string; disabled?: boolean };

type Props = {
  id: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder: string;
};

export function Select({ id, value, onValueChange, options, placeholder }: Props) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange}>
      <Primitive.Trigger
        id={id}
        className="flex h-8 w-full items-center justify-between gap-2 rounded-md border bg-surface px-2.5 text-left text-sm hover:bg-hover data-placeholder:text-ink-faint"
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-60 max-h-72 w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-md border bg-raised shadow-raised"
        >
          <Primitive.Viewport className="p-1">
            {options.map(({ value: option, text, hint, disabled }) => (
              <Primitive.Item
                key={option}
                value={option}
                disabled={disabled}
                className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:text-ink-faint"
              >
                <span className="min-w-0 grow">
                  <Primitive.ItemText>{text}</Primitive.ItemText>
                  {hint !== undefined && <span className="block truncate text-2xs text-ink-faint">{hint}</span>}
                </span>
                <Primitive.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
