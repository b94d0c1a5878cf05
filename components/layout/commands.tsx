import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';

/** A command offered in the palette. */
export type Command = {
  id: string;
  title: string;
  hint?: string;
  keys?: string;
  /** An id, such as that of a run, by which the command can be found. It must be typed in full. */
  exactId?: string;
  run: () => void;
};

type CommandSupplier = () => readonly Command[];

type CommandRegistry = {
  /** Adds a function that supplies commands; returns a function that removes it. */
  add(supplier: CommandSupplier): () => void;
  /** Returns the current commands of all suppliers. */
  all(): Command[];
};

const CommandRegistryContext = createContext<CommandRegistry | undefined>(undefined);

/** Provides the registry in which pages register commands for the palette. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry);
  return <CommandRegistryContext.Provider value={registry}>{children}</CommandRegistryContext.Provider>;
}

/** Adds commands to the palette while the component is mounted. `supply` is called each time the palette opens. */
export function useCommands(supply: CommandSupplier): void {
  const registry = useCommandRegistry();
  const supplyLatest = useEffectEvent(supply);
  useEffect(() => registry.add(() => supplyLatest()), [registry]);
}

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandRegistryContext);
  if (registry === undefined) throw new Error('commands need a CommandsProvider around them');
  return registry;
}

function createCommandRegistry(): CommandRegistry {
  const suppliers = new Set<CommandSupplier>();
  return {
    add(supplier) {
      suppliers.add(supplier);
      return () => suppliers.delete(supplier);
    },
    all: () => [...suppliers].flatMap((supplier) => supplier()),
  };
}
