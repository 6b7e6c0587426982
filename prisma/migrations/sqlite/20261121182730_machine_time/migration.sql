-- CreateTable
CREATE TABLE "MachineTime" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "latestAt" DATETIME NOT NULL
);
