import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';

/** A command offered in the palette. */
export type Command = {
  id: string;
  title: string;
  hint?: string;
  keys?: string;
  /** The id by which a person can find the command, typed in full. */
  exactId?: string;
  run: () => void;
};

type CommandSupplier = () => readonly Command[];

type CommandRegistry = {
  /** Registers a supplier of commands; returns a function that removes it. */
  add(supplier: CommandSupplier): () => void;
  /** Returns the commands that the open page offers now. */
  all(): Command[];
};

const Commands = createContext<CommandRegistry | undefined>(undefined);

/** Lets pages register their commands for the palette. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry);
  return <Commands.Provider value={registry}>{children}</Commands.Provider>;
}

/** Offers commands while the component is mounted. `supply` is called each time the palette opens. */
export function useCommands(supply: CommandSupplier): void {
  const registry = useCommandRegistry();
  const supplyLatest = useEffectEvent(supply);
  useEffect(() => registry.add(() => supplyLatest()), [registry]);
}

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(Commands);
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
