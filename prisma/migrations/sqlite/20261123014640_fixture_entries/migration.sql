-- CreateTable
CREATE TABLE "FixtureEntry" (
    "worldId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" TEXT,
    "life" JSONB,

    PRIMARY KEY ("worldId", "kind", "id"),
    CONSTRAINT "FixtureEntry_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "FixtureEntry_worldId_key_idx" ON "FixtureEntry"("worldId", "key");
